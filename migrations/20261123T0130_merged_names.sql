-- Names of master data that are gone: merged into another one, or deleted because nothing used them. Links to a merged
-- name lead to the one that stays. The id of such a name is never given to a new one, which would get its history.
create table former_names (
  entity text not null,                     -- as in audit entries: 'author', 'tag' …
  id integer not null,                      -- which it had
  name text not null,
  name_key text not null,
  into_id integer,                          -- the name that stayed; null: deleted
  gone_at text not null,
  primary key (entity, id),
  check (into_id is null or into_id <> id)
) strict, without rowid;
create index former_names_by_key on former_names (entity, name_key);
create index former_names_by_target on former_names (entity, into_id) where into_id is not null;
create trigger former_names_change_i after insert on former_names begin update catalogue_version set version = version + 1; end;
create trigger former_names_change_u after update on former_names begin update catalogue_version set version = version + 1; end;
create trigger former_names_change_d after delete on former_names begin update catalogue_version set version = version + 1; end;

-- How many orders a carrier has.
create index orders_by_carrier on orders (logistics_provider_id) where logistics_provider_id is not null;
