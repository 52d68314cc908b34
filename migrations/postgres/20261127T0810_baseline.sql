-- What PostgreSQL says in its own way: functions with their triggers, the words of searches, and what several processes need.

-- Triggers. Each does what the trigger of the same name does on SQLite. A row's triggers of one event run in the order of
-- their names.

-- The catalogue's version rises with every change that a visitor can see.
create function raise_catalogue_version() returns trigger language plpgsql as $$
begin
  update catalogue_version set version = version + 1;
  return null;
end $$;

create trigger authors_change_u after update on authors for each row execute function raise_catalogue_version();
create trigger book_contributors_change after insert or update or delete on book_contributors
  for each row execute function raise_catalogue_version();
create trigger book_languages_change after insert or update or delete on book_languages
  for each row execute function raise_catalogue_version();
create trigger book_pictures_change after insert or update or delete on book_pictures
  for each row execute function raise_catalogue_version();
create trigger book_subjects_change after insert or update or delete on book_subjects
  for each row execute function raise_catalogue_version();
create trigger book_tags_change after insert or delete on book_tags
  for each row execute function raise_catalogue_version();
create trigger books_change after insert or update or delete on books
  for each row execute function raise_catalogue_version();
create trigger former_names_change after insert or update or delete on former_names
  for each row execute function raise_catalogue_version();
create trigger frame_parts_change after insert or update or delete on frame_parts
  for each row execute function raise_catalogue_version();
create trigger home_versions_change_i after insert on home_versions
  for each row execute function raise_catalogue_version();
create trigger languages_change_u after update on languages for each row execute function raise_catalogue_version();
create trigger name_pages_change after insert or update or delete on name_pages
  for each row execute function raise_catalogue_version();
create trigger pages_change_i after insert on pages
  for each row when (new.published = 1) execute function raise_catalogue_version();
create trigger pages_change_u after update on pages
  for each row when (new.published = 1 or old.published = 1) execute function raise_catalogue_version();
create trigger pages_change_d after delete on pages
  for each row when (old.published = 1) execute function raise_catalogue_version();
create trigger pictures_change_u after update on pictures for each row execute function raise_catalogue_version();
create trigger publishers_change_u after update on publishers
  for each row execute function raise_catalogue_version();
create trigger reviews_change_u after update of remarks, hidden, updated_at on reviews
  for each row execute function raise_catalogue_version();
create trigger series_change_u after update on series for each row execute function raise_catalogue_version();
create trigger settings_change after insert or update or delete on settings
  for each row execute function raise_catalogue_version();
create trigger tags_change after insert or update or delete on tags
  for each row execute function raise_catalogue_version();

-- Figures of customers and categories

create function count_orders_of_account() returns trigger language plpgsql as $$
declare
  account bigint := case tg_op when 'DELETE' then old.account_id else new.account_id end;
begin
  update accounts set order_count = (select count(*) from orders where account_id = account) where id = account;
  return null;
end $$;
create trigger orders_count after insert or delete on orders
  for each row execute function count_orders_of_account();

create function add_tag_figures() returns trigger language plpgsql as $$
begin
  update tags set
    book_count = book_count + 1,
    sold_count = sold_count + coalesce((select b.sold_count from books b where b.id = new.book_id), 0)
  where id = new.tag_id;
  return null;
end $$;
create trigger book_tags_figures_i after insert on book_tags for each row execute function add_tag_figures();

create function take_tag_figures() returns trigger language plpgsql as $$
begin
  update tags set
    book_count = book_count - 1,
    sold_count = sold_count - coalesce((select b.sold_count from books b where b.id = old.book_id), 0)
  where id = old.tag_id;
  return null;
end $$;
create trigger book_tags_figures_d after delete on book_tags for each row execute function take_tag_figures();

create function move_sold_figures() returns trigger language plpgsql as $$
begin
  update tags set sold_count = sold_count + new.sold_count - old.sold_count
  where id in (select tag_id from book_tags where book_id = new.id);
  return null;
end $$;
create trigger books_sold_figures_u after update of sold_count on books
  for each row when (new.sold_count <> old.sold_count) execute function move_sold_figures();

-- Uses of coupons

create function count_coupon_use() returns trigger language plpgsql as $$
begin
  update coupons set use_count = use_count + 1 where id = new.coupon_id;
  return null;
end $$;
create trigger coupon_uses_i after insert on coupon_uses
  for each row when (new.released_at is null) execute function count_coupon_use();

create function recount_coupon_use() returns trigger language plpgsql as $$
begin
  update coupons set use_count = use_count + case when new.released_at is null then 1 else -1 end
  where id = new.coupon_id;
  return null;
end $$;
create trigger coupon_uses_release after update of released_at on coupon_uses
  for each row when ((old.released_at is null) <> (new.released_at is null)) execute function recount_coupon_use();

create function release_coupon() returns trigger language plpgsql as $$
begin
  update coupon_uses set released_at = coalesce(
    new.cancelled_at, to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  where order_id = new.id and released_at is null;
  return null;
end $$;
create trigger orders_coupon_release after update of state on orders
  for each row when (new.state = 'cancelled' and old.state <> 'cancelled') execute function release_coupon();

create function retake_coupon() returns trigger language plpgsql as $$
begin
  update coupon_uses set released_at = null where order_id = new.id;
  return null;
end $$;
create trigger orders_coupon_retake after update of state on orders
  for each row when (old.state = 'cancelled' and new.state = 'paid') execute function retake_coupon();

-- Books bought together

create function add_bought_together() returns trigger language plpgsql as $$
begin
  insert into bought_together (book_id, other_id, order_count)
    select book_id, other_id, 1 from order_pairs where order_id = new.id
    on conflict (book_id, other_id) do update set order_count = bought_together.order_count + 1;
  update catalogue_version set version = version + 1;
  return null;
end $$;
create trigger orders_together_add after update of state on orders
  for each row when (
    old.state in ('pending', 'cancelled', 'refunded') and new.state in ('paid', 'packed', 'shipped', 'delivered')
  ) execute function add_bought_together();

create function take_bought_together() returns trigger language plpgsql as $$
begin
  delete from bought_together
    where order_count <= 1 and (book_id, other_id) in (select book_id, other_id from order_pairs where order_id = new.id);
  update bought_together set order_count = order_count - 1
    where (book_id, other_id) in (select book_id, other_id from order_pairs where order_id = new.id);
  update catalogue_version set version = version + 1;
  return null;
end $$;
create trigger orders_together_take_back after update of state on orders
  for each row when (
    old.state in ('paid', 'packed', 'shipped', 'delivered') and new.state in ('pending', 'cancelled', 'refunded')
  ) execute function take_bought_together();

-- The featured books, and those shown at least once

create function forget_featured_rank() returns trigger language plpgsql as $$
begin
  update books set featured_rank = 0 where id = new.id;
  return null;
end $$;
create trigger books_featured_off after update of featured on books
  for each row when (new.featured = 0 and new.featured_rank > 0) execute function forget_featured_rank();

create function note_never_shown() returns trigger language plpgsql as $$
begin
  update books set was_shown = 0 where id = new.id;
  return null;
end $$;
create trigger books_never_shown after insert on books
  for each row when (new.hidden = 1) execute function note_never_shown();

create function note_first_shown() returns trigger language plpgsql as $$
begin
  update books set was_shown = 1 where id = new.id;
  return null;
end $$;
create trigger books_first_shown after update of hidden on books
  for each row when (new.hidden = 0 and new.was_shown = 0) execute function note_first_shown();

-- Copies on pre-orders

create function place_preorder() returns trigger language plpgsql as $$
begin
  if (select state from orders where id = new.order_id) in ('pending', 'paid', 'packed') then
    update books set preordered = preordered + new.quantity where id = new.book_id;
  end if;
  return null;
end $$;
create trigger preorder_placed after insert on order_lines
  for each row when (new.preorder = 1) execute function place_preorder();

create function move_preorder() returns trigger language plpgsql as $$
begin
  update books set preordered = preordered
    + case when new.state in ('pending', 'paid', 'packed') then 1 else -1 end
    * (select sum(quantity) from order_lines where order_id = new.id and preorder = 1 and book_id = books.id)
  where id in (select book_id from order_lines where order_id = new.id and preorder = 1);
  return null;
end $$;
create trigger preorder_moved after update of state on orders
  for each row when ((old.state in ('pending', 'paid', 'packed')) <> (new.state in ('pending', 'paid', 'packed')))
  execute function move_preorder();

create function delete_preorder_line() returns trigger language plpgsql as $$
begin
  if (select state from orders where id = old.order_id) in ('pending', 'paid', 'packed') then
    update books set preordered = preordered - old.quantity where id = old.book_id;
  end if;
  return null;
end $$;
create trigger preorder_line_deleted after delete on order_lines
  for each row when (old.preorder = 1) execute function delete_preorder_line();

create function delete_preorder() returns trigger language plpgsql as $$
begin
  update books set preordered = preordered
    - (select sum(quantity) from order_lines where order_id = old.id and preorder = 1 and book_id = books.id)
  where id in (select book_id from order_lines where order_id = old.id and preorder = 1);
  return old;
end $$;
create trigger preorder_deleted before delete on orders
  for each row when (old.state in ('pending', 'paid', 'packed')) execute function delete_preorder();

-- New copies of a book belong first to the pre-orders that are owed some, in the order of the lines.
create function claim_stock_for_preorders() returns trigger language plpgsql as $$
declare
  due bigint := (
    select sum(l.owed) from order_lines l join orders o on o.id = l.order_id
    where l.book_id = new.id and l.preorder = 1 and l.owed > 0 and o.state in ('pending', 'paid', 'packed')
  );
begin
  if due is null then
    return null;
  end if;
  update books set stock = greatest(0, new.stock - due) where id = new.id;
  update order_lines set owed = order_lines.owed - claim.taken
  from (
    select id, least(owed, new.stock - earlier) as taken from (
      select l.id, l.owed, sum(l.owed) over (order by l.id) - l.owed as earlier
      from order_lines l join orders o on o.id = l.order_id
      where l.book_id = new.id and l.preorder = 1 and l.owed > 0 and o.state in ('pending', 'paid', 'packed')
    ) as waiting where new.stock > earlier
  ) as claim
  where order_lines.id = claim.id;
  return null;
end $$;
create trigger preorders_claim_stock after update of stock on books
  for each row when (new.stock > old.stock) execute function claim_stock_for_preorders();

-- Ratings, from visible reviews of the book, and of the work's visible editions if they share reviews

create function rate_book(rated bigint) returns void language sql as $$
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
$$;

create function rate_reviewed_book() returns trigger language plpgsql as $$
declare
  reviewed bigint := case tg_op when 'DELETE' then old.book_id else new.book_id end;
begin
  perform rate_book(rated_id) from books_rated_by where book_id = reviewed;
  return null;
end $$;
create trigger reviews_rate after insert or update or delete on reviews
  for each row execute function rate_reviewed_book();

create function rate_books_of_work() returns trigger language plpgsql as $$
begin
  perform rate_book(id) from books where work_id = new.id;
  return null;
end $$;
create trigger works_rate after update of pools_reviews on works
  for each row when (new.pools_reviews <> old.pools_reviews) execute function rate_books_of_work();

create function rate_editions() returns trigger language plpgsql as $$
begin
  perform rate_book(id) from books where id = new.id or work_id in (old.work_id, new.work_id);
  return null;
end $$;
create trigger books_rate_editions after update of work_id, hidden on books
  for each row when (
    coalesce(new.work_id, old.work_id) is not null
    and (new.work_id is distinct from old.work_id or new.hidden <> old.hidden)
  ) execute function rate_editions();

-- A work that has only one book left is none.
create function end_work() returns trigger language plpgsql as $$
begin
  update books set work_id = null
  where work_id = old.work_id and (select count(*) from books where work_id = old.work_id) = 1;
  delete from works where id = old.work_id and not exists (select 1 from books where work_id = old.work_id);
  if tg_op = 'DELETE' then
    perform rate_book(id) from books where work_id = old.work_id;
  end if;
  return null;
end $$;
create trigger works_end_by_update after update of work_id on books
  for each row when (old.work_id is not null and new.work_id is distinct from old.work_id)
  execute function end_work();
create trigger works_end_by_delete after delete on books
  for each row when (old.work_id is not null) execute function end_work();

-- The audit log is not changed. What may be: that staff were deleted, and that personal values become '…'.

create function has_only_erased_values(earlier json, later json) returns boolean language sql immutable as $$
  select not exists (
    select 1 from json_each(later) n where not exists (
      select 1 from json_each(earlier) o
      where o.key = n.key and (o.value::text = n.value::text or n.value::text = '"…"')
    )
  );
$$;

create function keep_audit_entry() returns trigger language plpgsql as $$
begin
  if new.id = old.id and new.subject = old.subject and new.subject_id = old.subject_id and new.action = old.action
    and new.actor = old.actor and new.happened_at = old.happened_at
    and new.api_key is not distinct from old.api_key
    and (
      (
        new.account_id is null and new.before = old.before and new.after = old.after
        and new.erased_at is not distinct from old.erased_at
      ) or (
        new.account_id is not distinct from old.account_id and new.erased_at is not null
        and has_only_erased_values(old.before::json, new.before::json)
        and has_only_erased_values(old.after::json, new.after::json)
      )
    )
  then
    return new;
  end if;
  raise exception 'audit entries are not changed';
end $$;
create trigger audit_entries_not_changed before update on audit_entries
  for each row execute function keep_audit_entry();

create function keep_audit_entries() returns trigger language plpgsql as $$
begin
  raise exception 'audit entries are not deleted';
end $$;
create trigger audit_entries_not_deleted before delete on audit_entries
  for each row execute function keep_audit_entries();

-- Reviews show the name of who wrote them: kept pages are dropped when it changes.
create function rename_reviewer() returns trigger language plpgsql as $$
begin
  if exists (select 1 from reviews where account_id = new.id) then
    update catalogue_version set version = version + 1;
  end if;
  return null;
end $$;
create trigger accounts_reviewer_u after update of first_name, last_name, email on accounts
  for each row when (
    (new.first_name, new.last_name, new.email) is distinct from (old.first_name, old.last_name, old.email)
  ) execute function rename_reviewer();

create trigger search_synonym_phrases_change after insert or update or delete on search_synonym_phrases
  for each row execute function raise_catalogue_version();

-- Books that changed

-- By their names these triggers run after those that raise the version: whoever has raised it keeps its row until the
-- transaction ends, so the versions here are in the order of the commits.
create function note_book() returns trigger language plpgsql as $$
begin
  insert into book_changes
  select case tg_op when 'DELETE' then old.id else new.id end, version from catalogue_version
  on conflict (book_id) do update set at_version = excluded.at_version;
  return null;
end $$;
create trigger books_noted after insert or update or delete on books for each row execute function note_book();

create function note_book_of_list() returns trigger language plpgsql as $$
begin
  insert into book_changes
  select case tg_op when 'DELETE' then old.book_id else new.book_id end, version from catalogue_version
  on conflict (book_id) do update set at_version = excluded.at_version;
  return null;
end $$;
create trigger book_contributors_noted after insert or update or delete on book_contributors
  for each row execute function note_book_of_list();
create trigger book_languages_noted after insert or update or delete on book_languages
  for each row execute function note_book_of_list();
create trigger book_tags_noted after insert or delete on book_tags
  for each row execute function note_book_of_list();

-- Searches

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

-- A mobile is found by its digits, however it was typed: all of them, or the ten without the country code.
create function digits_of(mobile text) returns text language sql immutable parallel safe as $$
  select translate(mobile, ' -+()', '')
$$;
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

-- What only several processes over one database need: not a part of the shop's data.

-- Counts of rate limits, as rate-limiter-flexible writes them: `expire` is in milliseconds since 1970. A crash of the
-- server clears them.
create unlogged table rate_limits (
  key text collate "C" primary key,
  points integer not null,
  expire bigint
) with (fillfactor = 70);

-- The id that also stands in the data folder which all processes share.
create table data_folder (
  one bigint primary key check (one = 1),
  id text collate "C" not null
);
