-- Full text on PostgreSQL: for each index of SQLite a table of the same name, with the words of each row. A word is in it
-- as it is, and once more with the name of its column: 'gora' and 'title/gora'.

-- The different words of a text: letters and digits, without marks over or under them, in small letters. What is typed is
-- split in the same way (app/db/postgres/tsquery.ts).
create function search_words(given text) returns setof text language sql immutable parallel safe as $$
  select distinct left(word, 100)
  from regexp_split_to_table(
    lower(regexp_replace(normalize(given, NFD), U&'[\0300-\036F]', '', 'g') collate "und-x-icu"),
    '[^[:alnum:]]+'
  ) as word
  where word <> ''
$$;

-- The words of a row. A column without a name is searched only as a part of the whole.
create function search_vector(names text[], texts text[]) returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(coalesce(array_agg(distinct lexeme collate "C"), '{}'))
  from unnest(names, texts) as field (name, text),
    lateral search_words(field.text) as word,
    lateral (values (word), (field.name || '/' || word)) as both_ways (lexeme)
  where lexeme is not null
$$;

create table books_fts (rowid bigint primary key, words tsvector not null);
create index books_fts_words on books_fts using gin (words);
create table orders_fts (rowid bigint primary key, words tsvector not null);
create index orders_fts_words on orders_fts using gin (words);
create table accounts_fts (rowid bigint primary key, words tsvector not null);
create index accounts_fts_words on accounts_fts using gin (words);
create table audit_fts (rowid bigint primary key, words tsvector not null);
create index audit_fts_words on audit_fts using gin (words);

-- Orders. A mobile is found by its digits, however it was typed: all of them, or the ten without the country code.
create function digits_of(mobile text) returns text language sql immutable parallel safe as $$
  select translate(mobile, ' -+()', '')
$$;
create view order_search_words as
  select o.id, search_vector(
    array['invoice', 'names', 'emails', 'mobile', 'place', 'tracking', 'payments', 'titles', 'coupon'],
    array[
      o.invoice_no,
      o.fullname || ' ' || a.first_name || ' ' || a.last_name,
      o.email || ' ' || a.email,
      digits_of(o.mobile) || ' ' || right(digits_of(o.mobile), 10),
      o.place || ' ' || o.state_name || ' ' || o.pincode,
      o.tracking_no || ' ' || o.tracking_key,
      coalesce(o.gateway_order_id, '') || ' ' || coalesce(
        (select string_agg(p.gateway_payment_id, ' ') from payments p where p.order_id = o.id), ''),
      (select string_agg(l.title, ' ') from order_lines l where l.order_id = o.id),
      o.coupon_code
    ]) as words
  from orders o join accounts a on a.id = o.account_id;
create function index_orders(ids bigint[]) returns void language sql as $$
  insert into orders_fts (rowid, words) select id, words from order_search_words where id = any(ids)
    on conflict (rowid) do update set words = excluded.words
$$;
create function orders_search() returns trigger language plpgsql as $$
begin
  perform index_orders(array[new.id]);
  return null;
end $$;
create trigger orders_search_i after insert on orders for each row execute function orders_search();
create trigger orders_search_u after update of invoice_no, fullname, email, mobile, place, state_name, pincode,
  tracking_no, gateway_order_id, coupon_code on orders for each row execute function orders_search();
create function orders_search_d() returns trigger language plpgsql as $$
begin
  delete from orders_fts where rowid = old.id;
  return null;
end $$;
create trigger orders_search_d after delete on orders for each row execute function orders_search_d();
create function order_parts_search() returns trigger language plpgsql as $$
begin
  perform index_orders(array[new.order_id]);
  return null;
end $$;
create trigger order_lines_search_i after insert on order_lines for each row execute function order_parts_search();
create trigger payments_search_i after insert on payments for each row execute function order_parts_search();

-- Accounts.
create view account_search_words as
  select a.id, search_vector(
    array['name', 'email', 'mobile'],
    array[
      a.first_name || ' ' || a.last_name,
      a.email,
      (select string_agg(digits_of(d.mobile) || ' ' || right(digits_of(d.mobile), 10), ' ')
        from addresses d where d.account_id = a.id)
    ]) as words
  from accounts a;
create function index_accounts(ids bigint[]) returns void language sql as $$
  insert into accounts_fts (rowid, words) select id, words from account_search_words where id = any(ids)
    on conflict (rowid) do update set words = excluded.words
$$;
create function accounts_search() returns trigger language plpgsql as $$
begin
  perform index_accounts(array[new.id]);
  if tg_op = 'UPDATE' then
    perform index_orders(array(select id from orders where account_id = new.id));
  end if;
  return null;
end $$;
create trigger accounts_search_i after insert on accounts for each row execute function accounts_search();
create trigger accounts_search_u after update of first_name, last_name, email on accounts
  for each row execute function accounts_search();
create function accounts_search_d() returns trigger language plpgsql as $$
begin
  delete from accounts_fts where rowid = old.id;
  return null;
end $$;
create trigger accounts_search_d after delete on accounts for each row execute function accounts_search_d();
create function addresses_search() returns trigger language plpgsql as $$
begin
  perform index_accounts(array_remove(array[
    case when tg_op <> 'INSERT' then old.account_id end,
    case when tg_op <> 'DELETE' then new.account_id end
  ], null));
  return null;
end $$;
create trigger addresses_search_i after insert on addresses for each row execute function addresses_search();
create trigger addresses_search_u after update of mobile, account_id on addresses
  for each row execute function addresses_search();
create trigger addresses_search_d after delete on addresses for each row execute function addresses_search();

-- The audit log: the names and values of what was before and after.
create function audit_search() returns trigger language plpgsql as $$
begin
  delete from audit_fts where rowid = coalesce(new.id, old.id);
  if tg_op <> 'DELETE' then
    insert into audit_fts (rowid, words)
      select new.id, search_vector(array[null, null], array[string_agg(key, ' '), string_agg(value, ' ')])
      from (
        select * from json_each_text(new.before::json) union all select * from json_each_text(new.after::json)
      ) as fields;
  end if;
  return null;
end $$;
create trigger audit_entries_search_i after insert on audit_entries for each row execute function audit_search();
create trigger audit_entries_search_u after update of before, after on audit_entries
  for each row execute function audit_search();
create trigger audit_entries_search_d after delete on audit_entries for each row execute function audit_search();

-- Books. Their words, the columns that affect them and what fills the index are made when the shop starts, as they are
-- declared (app/db/postgres/book-index.server.ts).
create function index_books(ids bigint[]) returns void language plpgsql as $$
begin
  delete from books_fts where rowid = any(ids);
  -- Not while a book is being written: its texts are indexed once, with all its names.
  insert into books_fts (rowid, words) select id, words from book_search_words
    where id = any(ids) and id not in (select book_id from unindexed_books);
end $$;
create function books_search() returns trigger language plpgsql as $$
begin
  perform index_books(array[case when tg_op = 'DELETE' then old.id else new.id end]);
  return null;
end $$;
create trigger books_search_i after insert on books for each row execute function books_search();
create trigger books_search_d after delete on books for each row execute function books_search();
create function book_parts_search() returns trigger language plpgsql as $$
begin
  perform index_books(array[case when tg_op = 'DELETE' then old.book_id else new.book_id end]);
  return null;
end $$;
create trigger unindexed_books_search_d after delete on unindexed_books
  for each row execute function book_parts_search();
create trigger book_contributors_search_i after insert on book_contributors
  for each row execute function book_parts_search();
create trigger book_contributors_search_d after delete on book_contributors
  for each row execute function book_parts_search();
create trigger book_tags_search_i after insert on book_tags for each row execute function book_parts_search();
create trigger book_tags_search_d after delete on book_tags for each row execute function book_parts_search();
create function book_names_search() returns trigger language plpgsql as $$
begin
  perform index_books(array(
    select book_id from book_contributors where tg_table_name = 'authors' and author_id = new.id
    union select book_id from book_tags where tg_table_name = 'tags' and tag_id = new.id
    union select id from books where tg_table_name = 'publishers' and publisher_id = new.id
    union select id from books where tg_table_name = 'series' and series_id = new.id
    union select id from books where tg_table_name = 'languages' and language_id = new.id
  ));
  return null;
end $$;
create trigger authors_search_u after update of name on authors for each row execute function book_names_search();
create trigger tags_search_u after update of name on tags for each row execute function book_names_search();
create trigger publishers_search_u after update of name on publishers
  for each row execute function book_names_search();
create trigger series_search_u after update of name on series for each row execute function book_names_search();
create trigger languages_search_u after update of name on languages
  for each row execute function book_names_search();
