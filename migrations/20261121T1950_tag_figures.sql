-- Books and sales of a category, maintained by triggers: summing over all books would be too slow.
alter table tags add column book_count integer not null default 0;   -- hidden books count too
alter table tags add column sold_count integer not null default 0;   -- copies sold of these books
update tags set
  book_count = (select count(*) from book_tags where tag_id = tags.id),
  sold_count = (select coalesce(sum(b.sold_count), 0) from book_tags bt join books b on b.id = bt.book_id where bt.tag_id = tags.id);
create trigger book_tags_figures_i after insert on book_tags begin
  update tags set
    book_count = book_count + 1,
    sold_count = sold_count + coalesce((select sold_count from books where id = new.book_id), 0)
  where id = new.tag_id;
end;
create trigger book_tags_figures_d after delete on book_tags begin
  update tags set
    book_count = book_count - 1,
    sold_count = sold_count - coalesce((select sold_count from books where id = old.book_id), 0)
  where id = old.tag_id;
end;
create trigger books_sold_figures_u after update of sold_count on books when new.sold_count <> old.sold_count begin
  update tags set sold_count = sold_count + new.sold_count - old.sold_count
  where id in (select tag_id from book_tags where book_id = new.id);
end;
