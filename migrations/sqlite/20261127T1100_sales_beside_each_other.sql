-- The version of the catalogue now: one row.
create view current_catalogue_version as select version, by_imports from catalogue_version;
