-- What staff tell about an author, a publisher, a series or a language on its page in the store.
create table name_pages (
  entity text not null check (entity in ('author', 'publisher', 'series', 'language')),
  id integer not null,                      -- of the name
  text text not null default '' check (length(text) <= 2000),
  website text check (length(website) between 1 and 300),
  picture_id integer references pictures,   -- only of authors
  primary key (entity, id),
  check (picture_id is null or entity = 'author')
) strict, without rowid;
create index name_pages_by_picture on name_pages (picture_id) where picture_id is not null;
create trigger name_pages_change_i after insert on name_pages begin update catalogue_version set version = version + 1; end;
create trigger name_pages_change_u after update on name_pages begin update catalogue_version set version = version + 1; end;
create trigger name_pages_change_d after delete on name_pages begin update catalogue_version set version = version + 1; end;
