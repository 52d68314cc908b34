-- Who asked for the present step of an import, and the names it created: they are deleted when it is undone.
alter table bulk_changes add column asked_by integer references accounts on delete set null;
alter table bulk_changes add column asked_name text not null default '';
alter table bulk_change_names add column created_id integer;
create index bulk_change_names_by_name on bulk_change_names (bulk_change_id, kind, name);
