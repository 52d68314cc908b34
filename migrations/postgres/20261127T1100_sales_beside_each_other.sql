-- How often the transactions of each connection have changed what visitors see. Each connection has its own row, so none waits
-- for another. The version is the sum: it rises with each commit that changed something, and with nothing else.
create table catalogue_rises (
  -- The number of the server's process.
  connection integer primary key,
  rises bigint not null,
  by_imports bigint not null default 0
) with (fillfactor = 20);

create view current_catalogue_version as
  select v.version + coalesce(r.rises, 0) as version, v.by_imports + coalesce(r.by_imports, 0) as by_imports
  from catalogue_version v, (select sum(rises) as rises, sum(by_imports) as by_imports from catalogue_rises) r;

-- Once for each transaction, whose changes are seen together.
create function raise_version() returns void language plpgsql as $$
begin
  if current_setting('kitab.has_raised', true) = 'yes' then
    return;
  end if;
  insert into catalogue_rises (connection, rises) values (pg_backend_pid(), 1)
    on conflict (connection) do update set rises = catalogue_rises.rises + 1;
  perform set_config('kitab.has_raised', 'yes', true);
end $$;

create or replace function raise_catalogue_version() returns trigger language plpgsql as $$
begin
  perform raise_version();
  return null;
end $$;

create or replace function rename_reviewer() returns trigger language plpgsql as $$
begin
  if exists (select 1 from reviews where account_id = new.id) then
    perform raise_version();
  end if;
  return null;
end $$;

-- Pairs in the order of their books, so that two orders of the same pairs do not wait for each other in a circle.
create or replace function add_bought_together() returns trigger language plpgsql as $$
begin
  insert into bought_together (book_id, other_id, order_count)
    select book_id, other_id, 1 from order_pairs where order_id = new.id order by book_id, other_id
    on conflict (book_id, other_id) do update set order_count = bought_together.order_count + 1;
  perform raise_version();
  return null;
end $$;

create or replace function take_bought_together() returns trigger language plpgsql as $$
begin
  perform 1 from bought_together
    where (book_id, other_id) in (select book_id, other_id from order_pairs where order_id = new.id)
    order by book_id, other_id for update;
  delete from bought_together
    where order_count <= 1 and (book_id, other_id) in (select book_id, other_id from order_pairs where order_id = new.id);
  update bought_together set order_count = order_count - 1
    where (book_id, other_id) in (select book_id, other_id from order_pairs where order_id = new.id);
  perform raise_version();
  return null;
end $$;

create or replace function move_sold_figures() returns trigger language plpgsql as $$
begin
  insert into tag_sales (tag_id, copies)
    select tag_id, new.sold_count - old.sold_count from book_tags where book_id = new.id;
  return null;
end $$;

-- Two reviews of a book at once: the second reads when the first is committed.
drop function rate_book;
create function rate_book(rated bigint) returns void language plpgsql as $$
begin
  perform 1 from books where id = rated for no key update;
  update books set (rating_sum, rating_count) = (
    select coalesce(sum(r.rating), 0), count(*) from reviews r
    where r.hidden = 0 and r.book_id in (
      select rated
      union all
      select edition.id from books b
      join works w on w.id = b.work_id and w.pools_reviews = 1
      join books edition on edition.work_id = w.id and edition.hidden = 0
      where b.id = rated
    )
  ) where id = rated;
end $$;

create or replace function rate_reviewed_book() returns trigger language plpgsql as $$
declare
  reviewed bigint := case tg_op when 'DELETE' then old.book_id else new.book_id end;
begin
  perform rate_book(rated_id) from (select rated_id from books_rated_by where book_id = reviewed order by rated_id) as rated;
  return null;
end $$;
