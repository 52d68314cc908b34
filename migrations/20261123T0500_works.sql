-- A work whose editions are several books: paperback, hardback, e-book. A book of no work has null.
create table works (
  id integer primary key autoincrement,
  -- 1: the reviews of one edition count for all of them.
  pools_reviews integer not null default 0 check (pools_reviews in (0, 1))
) strict;
alter table books add column work_id integer references works (id);
create index books_by_work on books (work_id) where work_id is not null;

-- A book's rating is computed in one place: inserting its id into this view computes it anew. Its own visible reviews
-- count, and with the work's switch on those of the other visible editions.
create view rating_of_book (book_id) as select id from books;
create trigger rating_of_book_anew instead of insert on rating_of_book begin
  update books set (rating_sum, rating_count) = (
    select coalesce(sum(rating), 0), count(*) from reviews
    where +hidden = 0 and book_id in ( -- the plus: by the index of book_id, since most reviews are visible
      select new.book_id
      union all
      select edition.id from books b
      join works w on w.id = b.work_id and w.pools_reviews = 1
      join books edition on edition.work_id = w.id and edition.hidden = 0
      where b.id = new.book_id
    )
  ) where id = new.book_id;
end;

-- A review counts for its book, and for the books for which its book's reviews count.
create view books_rated_by (book_id, rated_id) as
  select id, id from books
  union all
  select b.id, edition.id from books b
  join works w on w.id = b.work_id and w.pools_reviews = 1
  join books edition on edition.work_id = w.id and edition.id <> b.id
  where b.hidden = 0;

drop trigger reviews_rate_insert;
drop trigger reviews_rate_update;
drop trigger reviews_rate_delete;
create trigger reviews_rate_insert after insert on reviews begin
  insert into rating_of_book select rated_id from books_rated_by where book_id = new.book_id;
end;
create trigger reviews_rate_update after update on reviews begin
  insert into rating_of_book select rated_id from books_rated_by where book_id = new.book_id;
end;
create trigger reviews_rate_delete after delete on reviews begin
  insert into rating_of_book select rated_id from books_rated_by where book_id = old.book_id;
end;

create trigger works_rate after update of pools_reviews on works when new.pools_reviews <> old.pools_reviews begin
  insert into rating_of_book select id from books where work_id = new.id;
end;
create trigger books_rate_editions after update of work_id, hidden on books
  when coalesce(new.work_id, old.work_id) is not null
    and (new.work_id is not old.work_id or new.hidden <> old.hidden)
begin
  insert into rating_of_book select new.id union select id from books where work_id in (old.work_id, new.work_id);
end;

-- A work with one book left ends.
create trigger works_end_by_update after update of work_id on books
  when old.work_id is not null and new.work_id is not old.work_id
begin
  update books set work_id = null
  where work_id = old.work_id and (select count(*) from books where work_id = old.work_id) = 1;
  delete from works where id = old.work_id and not exists (select 1 from books where work_id = old.work_id);
end;
create trigger works_end_by_delete after delete on books when old.work_id is not null begin
  update books set work_id = null
  where work_id = old.work_id and (select count(*) from books where work_id = old.work_id) = 1;
  delete from works where id = old.work_id and not exists (select 1 from books where work_id = old.work_id);
  insert into rating_of_book select id from books where work_id = old.work_id;
end;
