-- The shop itself splits texts into words, for both engines (app/db/search). Triggers only note which rows have changed;
-- whoever wrote them indexes them before the commit. The indexes themselves are made when the shop starts.
drop trigger if exists orders_search_i;
drop trigger if exists orders_search_u;
drop trigger if exists orders_search_d;
drop trigger if exists order_lines_search_i;
drop trigger if exists payments_search_i;
drop trigger if exists accounts_search_i;
drop trigger if exists accounts_search_u;
drop trigger if exists accounts_search_d;
drop trigger if exists addresses_search_i;
drop trigger if exists addresses_search_u;
drop trigger if exists addresses_search_d;
drop trigger if exists audit_entries_search_i;
drop trigger if exists audit_entries_search_u;
drop trigger if exists audit_entries_search_d;
drop trigger if exists books_search_i;
drop trigger if exists books_search_u;
drop trigger if exists books_search_d;
drop trigger if exists unindexed_books_search_d;
drop trigger if exists book_authors_search_i;
drop trigger if exists book_authors_search_d;
drop trigger if exists book_contributors_search_i;
drop trigger if exists book_contributors_search_d;
drop trigger if exists book_tags_search_i;
drop trigger if exists book_tags_search_d;
drop trigger if exists authors_search_u;
drop trigger if exists tags_search_u;
drop trigger if exists series_search_u;
drop trigger if exists publishers_search_u;
drop trigger if exists languages_search_u;
drop table books_fts;
drop table orders_fts;
drop table accounts_fts;
drop table audit_fts;
drop view audit_search_text;
create view audit_search_text as select id, before, after from audit_entries;

-- Rows whose words are not yet in the index. Empty outside of transactions.
create table search_queue (
  subject text not null,
  row_id integer not null,
  primary key (subject, row_id)
) strict, without rowid;
-- The same, of a transaction that changed too many: the background work indexes them.
create table search_later (
  subject text not null,
  row_id integer not null,
  primary key (subject, row_id)
) strict, without rowid;
-- For each index, of which texts and by which rules it was made. Rows up to `unfilled_to` are not in it yet: the background
-- work adds them, the newest first.
create table search_indexes (
  subject text primary key,
  mark text not null,
  unfilled_to integer not null
) strict, without rowid;
-- The words of names and titles, and what they sound like, each with one spelling; and the groups of three letters in them, by
-- which a word with wrong letters is found.
create table near_forms (
  form text primary key,
  spelling text not null
) strict, without rowid;
create table near_grams (
  gram text not null,
  length integer not null,
  form text not null,
  primary key (gram, length, form)
) strict, without rowid;

create trigger books_searched_i after insert on books begin
  insert or ignore into search_queue values ('books', new.id);
end;
create trigger books_searched_d after delete on books begin
  insert or ignore into search_queue values ('books', old.id);
end;
create trigger book_contributors_searched_i after insert on book_contributors begin
  insert or ignore into search_queue values ('books', new.book_id);
end;
create trigger book_contributors_searched_d after delete on book_contributors begin
  insert or ignore into search_queue values ('books', old.book_id);
end;
create trigger book_tags_searched_i after insert on book_tags begin
  insert or ignore into search_queue values ('books', new.book_id);
end;
create trigger book_tags_searched_d after delete on book_tags begin
  insert or ignore into search_queue values ('books', old.book_id);
end;

-- Names of all kinds are one index: the last three bits of a row's id are the kind. A name in its own script is a second line.
create view name_search_text as
  select a.id * 8 as id, a.name || coalesce('
' || n.native_name, '') as name
    from authors a left join name_pages n on n.entity = 'author' and n.id = a.id
  union all select p.id * 8 + 1, p.name || coalesce('
' || n.native_name, '')
    from publishers p left join name_pages n on n.entity = 'publisher' and n.id = p.id
  union all select s.id * 8 + 2, s.name || coalesce('
' || n.native_name, '')
    from series s left join name_pages n on n.entity = 'series' and n.id = s.id
  union all select id * 8 + 3, name from tags
  union all select l.id * 8 + 4, l.name || coalesce('
' || n.native_name, '')
    from languages l left join name_pages n on n.entity = 'language' and n.id = l.id;
create trigger authors_searched_i after insert on authors begin
  insert or ignore into search_queue values ('names', new.id * 8);
end;
create trigger authors_searched_u after update of name on authors begin
  insert or ignore into search_queue values ('names', new.id * 8);
  insert or ignore into search_queue select 'books', book_id from book_contributors where author_id = new.id;
end;
create trigger authors_searched_d after delete on authors begin
  insert or ignore into search_queue values ('names', old.id * 8);
end;
create trigger publishers_searched_i after insert on publishers begin
  insert or ignore into search_queue values ('names', new.id * 8 + 1);
end;
create trigger publishers_searched_u after update of name on publishers begin
  insert or ignore into search_queue values ('names', new.id * 8 + 1);
  insert or ignore into search_queue select 'books', id from books where publisher_id = new.id;
end;
create trigger publishers_searched_d after delete on publishers begin
  insert or ignore into search_queue values ('names', old.id * 8 + 1);
end;
create trigger series_searched_i after insert on series begin
  insert or ignore into search_queue values ('names', new.id * 8 + 2);
end;
create trigger series_searched_u after update of name on series begin
  insert or ignore into search_queue values ('names', new.id * 8 + 2);
  insert or ignore into search_queue select 'books', id from books where series_id = new.id;
end;
create trigger series_searched_d after delete on series begin
  insert or ignore into search_queue values ('names', old.id * 8 + 2);
end;
create trigger tags_searched_i after insert on tags begin
  insert or ignore into search_queue values ('names', new.id * 8 + 3);
end;
create trigger tags_searched_u after update of name on tags begin
  insert or ignore into search_queue values ('names', new.id * 8 + 3);
  insert or ignore into search_queue select 'books', book_id from book_tags where tag_id = new.id;
end;
create trigger tags_searched_d after delete on tags begin
  insert or ignore into search_queue values ('names', old.id * 8 + 3);
end;
create trigger languages_searched_i after insert on languages begin
  insert or ignore into search_queue values ('names', new.id * 8 + 4);
end;
create trigger languages_searched_u after update of name on languages begin
  insert or ignore into search_queue values ('names', new.id * 8 + 4);
  insert or ignore into search_queue select 'books', id from books where language_id = new.id;
end;
create trigger languages_searched_d after delete on languages begin
  insert or ignore into search_queue values ('names', old.id * 8 + 4);
end;

create trigger name_pages_searched_i after insert on name_pages when new.native_name is not null begin
  insert or ignore into search_queue values
    ('names', new.id * 8 + case new.entity when 'author' then 0 when 'publisher' then 1 when 'series' then 2 else 4 end);
  insert or ignore into search_queue
    select 'books', book_id from book_contributors where new.entity = 'author' and author_id = new.id
    union select 'books', id from books where new.entity = 'publisher' and publisher_id = new.id
    union select 'books', id from books where new.entity = 'series' and series_id = new.id
    union select 'books', id from books where new.entity = 'language' and language_id = new.id;
end;
create trigger name_pages_searched_u after update of native_name on name_pages
when new.native_name is not old.native_name begin
  insert or ignore into search_queue values
    ('names', new.id * 8 + case new.entity when 'author' then 0 when 'publisher' then 1 when 'series' then 2 else 4 end);
  insert or ignore into search_queue
    select 'books', book_id from book_contributors where new.entity = 'author' and author_id = new.id
    union select 'books', id from books where new.entity = 'publisher' and publisher_id = new.id
    union select 'books', id from books where new.entity = 'series' and series_id = new.id
    union select 'books', id from books where new.entity = 'language' and language_id = new.id;
end;
create trigger name_pages_searched_d after delete on name_pages when old.native_name is not null begin
  insert or ignore into search_queue values
    ('names', old.id * 8 + case old.entity when 'author' then 0 when 'publisher' then 1 when 'series' then 2 else 4 end);
  insert or ignore into search_queue
    select 'books', book_id from book_contributors where old.entity = 'author' and author_id = old.id
    union select 'books', id from books where old.entity = 'publisher' and publisher_id = old.id
    union select 'books', id from books where old.entity = 'series' and series_id = old.id
    union select 'books', id from books where old.entity = 'language' and language_id = old.id;
end;

create trigger orders_searched_i after insert on orders begin
  insert or ignore into search_queue values ('orders', new.id);
end;
create trigger orders_searched_u after update of invoice_no, fullname, email, mobile, place, state_name, pincode,
  tracking_no, gateway_order_id, coupon_code on orders begin
  insert or ignore into search_queue values ('orders', new.id);
end;
create trigger orders_searched_d after delete on orders begin
  insert or ignore into search_queue values ('orders', old.id);
end;
create trigger order_lines_searched_i after insert on order_lines begin
  insert or ignore into search_queue values ('orders', new.order_id);
end;
create trigger payments_searched_i after insert on payments begin
  insert or ignore into search_queue values ('orders', new.order_id);
end;
create trigger accounts_searched_i after insert on accounts begin
  insert or ignore into search_queue values ('accounts', new.id);
end;
create trigger accounts_searched_u after update of first_name, last_name, email on accounts begin
  insert or ignore into search_queue values ('accounts', new.id);
  insert or ignore into search_queue select 'orders', id from orders where account_id = new.id;
end;
create trigger accounts_searched_d after delete on accounts begin
  insert or ignore into search_queue values ('accounts', old.id);
end;
create trigger addresses_searched_i after insert on addresses begin
  insert or ignore into search_queue values ('accounts', new.account_id);
end;
create trigger addresses_searched_u after update of mobile, account_id on addresses begin
  insert or ignore into search_queue values ('accounts', old.account_id), ('accounts', new.account_id);
end;
create trigger addresses_searched_d after delete on addresses begin
  insert or ignore into search_queue values ('accounts', old.account_id);
end;
create trigger audit_entries_searched_i after insert on audit_entries begin
  insert or ignore into search_queue values ('audit', new.id);
end;
create trigger audit_entries_searched_u after update of before, after on audit_entries begin
  insert or ignore into search_queue values ('audit', new.id);
end;
create trigger audit_entries_searched_d after delete on audit_entries begin
  insert or ignore into search_queue values ('audit', old.id);
end;
