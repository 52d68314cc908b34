-- What very many rows of one statement change together is noted once for the statement, not once for each row. (A trigger
-- with a list of columns cannot see all rows of a statement: those stay as they are.)

-- The column of the changed rows that names what is indexed. Arguments: the subject, the column.
create function queue_searched_rows() returns trigger language plpgsql as $$
declare
  added bigint;
begin
  execute format(
    'insert into search_queue (subject, row_id) select distinct %L, %I from changed order by 2 on conflict do nothing',
    tg_argv[0], tg_argv[1]);
  get diagnostics added = row_count;
  if added > 0 then
    raise notice 'search_queue';
  end if;
  return null;
end $$;
drop trigger books_searched on books;
create trigger books_searched_i after insert on books referencing new table as changed
  for each statement execute function queue_searched_rows('books', 'id');
create trigger books_searched_d after delete on books referencing old table as changed
  for each statement execute function queue_searched_rows('books', 'id');
drop trigger book_contributors_searched on book_contributors;
create trigger book_contributors_searched_i after insert on book_contributors referencing new table as changed
  for each statement execute function queue_searched_rows('books', 'book_id');
create trigger book_contributors_searched_d after delete on book_contributors referencing old table as changed
  for each statement execute function queue_searched_rows('books', 'book_id');
drop trigger book_tags_searched on book_tags;
create trigger book_tags_searched_i after insert on book_tags referencing new table as changed
  for each statement execute function queue_searched_rows('books', 'book_id');
create trigger book_tags_searched_d after delete on book_tags referencing old table as changed
  for each statement execute function queue_searched_rows('books', 'book_id');
drop trigger audit_entries_searched_i on audit_entries;
create trigger audit_entries_searched_i after insert on audit_entries referencing new table as changed
  for each statement execute function queue_searched_rows('audit', 'id');
create trigger audit_entries_searched_d after delete on audit_entries referencing old table as changed
  for each statement execute function queue_searched_rows('audit', 'id');

-- Tags are locked in their order: two who change several wait for each other, instead of each for the other.
drop trigger book_tags_figures_i on book_tags;
drop trigger book_tags_figures_d on book_tags;
drop function add_tag_figures, take_tag_figures;
create function count_tag_figures() returns trigger language plpgsql as $$
declare
  sign bigint := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform 1 from tags where id in (select tag_id from changed) order by id for no key update;
  update tags set book_count = book_count + sign * own.books, sold_count = sold_count + sign * own.sold
  from (
    select c.tag_id, count(*) as books, coalesce(sum(b.sold_count), 0) as sold
    from changed c left join books b on b.id = c.book_id group by c.tag_id
  ) as own where tags.id = own.tag_id;
  return null;
end $$;
create trigger book_tags_figures_i after insert on book_tags referencing new table as changed
  for each statement execute function count_tag_figures();
create trigger book_tags_figures_d after delete on book_tags referencing old table as changed
  for each statement execute function count_tag_figures();
