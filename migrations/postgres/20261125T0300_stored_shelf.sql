-- The facets of all books (domain/catalogue/facets/), packed, for processes that start. They are made from the other tables,
-- so a copy of the shop goes without them.
create table shelf_parts (
  part bigint primary key,
  data bytea not null
);
create table shelf_version (
  id bigint primary key check (id = 1),
  layout text collate "C" not null,
  version bigint not null       -- the catalogue's, whose changes all parts have; -1: they are not complete
);
insert into shelf_version (id, layout, version) values (1, '', -1);
