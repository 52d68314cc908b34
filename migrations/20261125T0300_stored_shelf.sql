-- The facets of all books (domain/catalogue/facets/), packed, for processes that start. They are made from the other tables,
-- so a copy of the shop goes without them.
create table shelf_parts (
  part integer primary key,
  data blob not null
) strict;
create table shelf_version (
  id integer primary key check (id = 1),
  layout text not null,
  version integer not null       -- the catalogue's, whose changes all parts have; -1: they are not complete
) strict;
insert into shelf_version (id, layout, version) values (1, '', -1);
