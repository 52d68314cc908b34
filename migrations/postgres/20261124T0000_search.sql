-- The shop itself splits texts into words, for both engines (app/db/search). Triggers only note which rows have changed;
-- whoever wrote them indexes them before the commit. The tables ending in _fts stay for processes of the version before,
-- which read them until they are replaced; a later version drops them.
drop trigger if exists orders_search_i on orders;
drop trigger if exists orders_search_u on orders;
drop trigger if exists orders_search_d on orders;
drop trigger if exists order_lines_search_i on order_lines;
drop trigger if exists payments_search_i on payments;
drop trigger if exists accounts_search_i on accounts;
drop trigger if exists accounts_search_u on accounts;
drop trigger if exists accounts_search_d on accounts;
drop trigger if exists addresses_search_i on addresses;
drop trigger if exists addresses_search_u on addresses;
drop trigger if exists addresses_search_d on addresses;
drop trigger if exists audit_entries_search_i on audit_entries;
drop trigger if exists audit_entries_search_u on audit_entries;
drop trigger if exists audit_entries_search_d on audit_entries;
drop trigger if exists books_search_i on books;
drop trigger if exists books_search_u on books;
drop trigger if exists books_search_d on books;
drop trigger if exists unindexed_books_search_d on unindexed_books;
drop trigger if exists book_contributors_search_i on book_contributors;
drop trigger if exists book_contributors_search_d on book_contributors;
drop trigger if exists book_tags_search_i on book_tags;
drop trigger if exists book_tags_search_d on book_tags;
drop trigger if exists authors_search_u on authors;
drop trigger if exists tags_search_u on tags;
drop trigger if exists series_search_u on series;
drop trigger if exists publishers_search_u on publishers;
drop trigger if exists languages_search_u on languages;
drop function orders_search, orders_search_d, order_parts_search, accounts_search, accounts_search_d, addresses_search,
  audit_search, books_search, book_parts_search, book_names_search, index_orders, index_accounts, index_books;
drop view if exists book_search_vectors;
drop view order_search_vectors, account_search_vectors;
drop function search_vector, search_words;

-- Rows whose words are not yet in the index. Empty outside of transactions.
create table search_queue (
  subject text collate "C" not null,
  row_id bigint not null,
  primary key (subject, row_id)
);
-- The same, of a transaction that changed too many: the background work indexes them.
create table search_later (
  subject text collate "C" not null,
  row_id bigint not null,
  primary key (subject, row_id)
);
-- For each index, of which texts and by which rules it was made. Rows up to `unfilled_to` are not in it yet: the background
-- work adds them, the newest first.
create table search_indexes (
  subject text collate "C" primary key,
  mark text collate "C" not null,
  unfilled_to bigint not null
);
-- The words of names and titles, and what they sound like, each with one spelling; and the groups of three letters in them, by
-- which a word with wrong letters is found.
create table near_forms (
  form text collate "C" primary key,
  spelling text collate "C" not null
);
create table near_grams (
  gram text collate "C" not null,
  length bigint not null,
  form text collate "C" not null,
  primary key (gram, length, form)
);

-- The words of each row, each with the name of its column before it.
create table books_index (row_id bigint primary key, words tsvector not null);
create index books_index_words on books_index using gin (words);
create table names_index (row_id bigint primary key, words tsvector not null);
create index names_index_words on names_index using gin (words);
create table orders_index (row_id bigint primary key, words tsvector not null);
create index orders_index_words on orders_index using gin (words);
create table accounts_index (row_id bigint primary key, words tsvector not null);
create index accounts_index_words on accounts_index using gin (words);
create table audit_index (row_id bigint primary key, words tsvector not null);
create index audit_index_words on audit_index using gin (words);

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
create view order_search_text as
  select o.id, o.invoice_no as invoice,
    o.fullname || ' ' || a.first_name || ' ' || a.last_name as names,
    o.email || ' ' || a.email as emails,
    digits_of(o.mobile) || ' ' || right(digits_of(o.mobile), 10) as mobile,
    o.place || ' ' || o.state_name || ' ' || o.pincode as place,
    o.tracking_no || ' ' || o.tracking_key as tracking,
    coalesce(o.gateway_order_id, '') || ' ' || coalesce(
      (select string_agg(p.gateway_payment_id, ' ') from payments p where p.order_id = o.id), '') as payments,
    (select string_agg(l.title, ' ') from order_lines l where l.order_id = o.id) as titles,
    o.coupon_code as coupon
  from orders o join accounts a on a.id = o.account_id;
create view account_search_text as
  select a.id, a.first_name || ' ' || a.last_name as name, a.email,
    (select string_agg(digits_of(d.mobile) || ' ' || right(digits_of(d.mobile), 10), ' ')
      from addresses d where d.account_id = a.id) as mobile
  from accounts a;
create view audit_search_text as select id, before, after from audit_entries;

-- Notes rows to be indexed. The notice tells the connection, so that it looks before its commit.
create function queue_search(given_subject text, ids bigint[]) returns void language plpgsql as $$
begin
  insert into search_queue (subject, row_id) select given_subject, id from unnest(ids) as id where id is not null
    on conflict do nothing;
  raise notice 'search_queue';
end $$;
-- The row itself, or the one that its column names. Arguments: the subject, the column.
create function queue_searched() returns trigger language plpgsql as $$
begin
  perform queue_search(tg_argv[0], array[
    case when tg_op <> 'INSERT' then (to_jsonb(old) ->> tg_argv[1])::bigint end,
    case when tg_op <> 'DELETE' then (to_jsonb(new) ->> tg_argv[1])::bigint end
  ]);
  return null;
end $$;
create trigger books_searched after insert or delete on books
  for each row execute function queue_searched('books', 'id');
create trigger book_contributors_searched after insert or delete on book_contributors
  for each row execute function queue_searched('books', 'book_id');
create trigger book_tags_searched after insert or delete on book_tags
  for each row execute function queue_searched('books', 'book_id');
create trigger orders_searched_i after insert or delete on orders
  for each row execute function queue_searched('orders', 'id');
create trigger orders_searched_u after update of invoice_no, fullname, email, mobile, place, state_name, pincode,
  tracking_no, gateway_order_id, coupon_code on orders
  for each row execute function queue_searched('orders', 'id');
create trigger order_lines_searched after insert on order_lines
  for each row execute function queue_searched('orders', 'order_id');
create trigger payments_searched after insert on payments
  for each row execute function queue_searched('orders', 'order_id');
create trigger addresses_searched_i after insert or delete on addresses
  for each row execute function queue_searched('accounts', 'account_id');
create trigger addresses_searched_u after update of mobile, account_id on addresses
  for each row execute function queue_searched('accounts', 'account_id');
create trigger audit_entries_searched_i after insert or delete on audit_entries
  for each row execute function queue_searched('audit', 'id');
create trigger audit_entries_searched_u after update of before, after on audit_entries
  for each row execute function queue_searched('audit', 'id');
create trigger accounts_searched_i after insert or delete on accounts
  for each row execute function queue_searched('accounts', 'id');
create function queue_account_searched() returns trigger language plpgsql as $$
begin
  perform queue_search('accounts', array[new.id]);
  perform queue_search('orders', array(select id from orders where account_id = new.id));
  return null;
end $$;
create trigger accounts_searched_u after update of first_name, last_name, email on accounts
  for each row execute function queue_account_searched();
create function queue_name_searched() returns trigger language plpgsql as $$
declare
  name_id bigint := case when tg_op = 'DELETE' then old.id else new.id end;
begin
  perform queue_search('names', array[name_id * 8 + tg_argv[0]::bigint]);
  if tg_op = 'UPDATE' then
    perform queue_search('books', array(
      select book_id from book_contributors where tg_table_name = 'authors' and author_id = name_id
      union select book_id from book_tags where tg_table_name = 'tags' and tag_id = name_id
      union select id from books where tg_table_name = 'publishers' and publisher_id = name_id
      union select id from books where tg_table_name = 'series' and series_id = name_id
      union select id from books where tg_table_name = 'languages' and language_id = name_id
    ));
  end if;
  return null;
end $$;
create trigger authors_searched after insert or delete or update of name on authors
  for each row execute function queue_name_searched(0);
create trigger publishers_searched after insert or delete or update of name on publishers
  for each row execute function queue_name_searched(1);
create trigger series_searched after insert or delete or update of name on series
  for each row execute function queue_name_searched(2);
create trigger tags_searched after insert or delete or update of name on tags
  for each row execute function queue_name_searched(3);
create trigger languages_searched after insert or delete or update of name on languages
  for each row execute function queue_name_searched(4);
create function queue_native_name_searched() returns trigger language plpgsql as $$
declare
  page name_pages := case when tg_op = 'DELETE' then old else new end;
begin
  if tg_op = 'UPDATE' and new.native_name is not distinct from old.native_name then
    return null;
  end if;
  perform queue_search('names', array[
    page.id * 8 + case page.entity when 'author' then 0 when 'publisher' then 1 when 'series' then 2 else 4 end
  ]);
  perform queue_search('books', array(
    select book_id from book_contributors where page.entity = 'author' and author_id = page.id
    union select id from books where page.entity = 'publisher' and publisher_id = page.id
    union select id from books where page.entity = 'series' and series_id = page.id
    union select id from books where page.entity = 'language' and language_id = page.id
  ));
  return null;
end $$;
create trigger name_pages_searched after insert or delete or update of native_name on name_pages
  for each row execute function queue_native_name_searched();
