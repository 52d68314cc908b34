-- Copies of a category that were sold, and are not yet in its sold_count. On PostgreSQL sales write here, since all sales of a
-- category would wait for its one row; the background work adds them up. On SQLite, which has one writer, there are none.
create table tag_sales (
  id integer primary key autoincrement,
  tag_id integer not null references tags on delete cascade,
  -- Below zero when an order was cancelled.
  copies integer not null
) strict;
create index tag_sales_by_tag on tag_sales (tag_id);
