-- How much of the catalogue's version imports have raised: kept pages last while only an import writes.
alter table catalogue_version add column by_imports integer not null default 0;
