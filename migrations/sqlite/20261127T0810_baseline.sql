-- What SQLite says in its own way: triggers, and views with functions of its own.

-- A mobile is found by its digits, however it was typed: all of them, or the ten without the country code.
create view order_search_text as
  select o.id, o.invoice_no as invoice,
    o.fullname || ' ' || a.first_name || ' ' || a.last_name as names,
    o.email || ' ' || a.email as emails,
    replace(replace(replace(replace(replace(o.mobile, ' ', ''), '-', ''), '+', ''), '(', ''), ')', '') || ' ' ||
      substr(replace(replace(replace(replace(replace(o.mobile, ' ', ''), '-', ''), '+', ''), '(', ''), ')', ''), -10) as mobile,
    o.place || ' ' || o.state_name || ' ' || o.pincode as place,
    o.tracking_no || ' ' || o.tracking_key as tracking,
    coalesce(o.gateway_order_id, '') || ' ' || coalesce(
      (select group_concat(p.gateway_payment_id, ' ') from payments p where p.order_id = o.id), '') as payments,
    (select group_concat(l.title, ' ') from order_lines l where l.order_id = o.id) as titles,
    o.coupon_code as coupon
  from orders o join accounts a on a.id = o.account_id;

create view account_search_text as
  select a.id, a.first_name || ' ' || a.last_name as name, a.email,
    (select group_concat(m.digits || ' ' || substr(m.digits, -10), ' ') from (
      select replace(replace(replace(replace(replace(d.mobile, ' ', ''), '-', ''), '+', ''), '(', ''), ')', '') as digits
      from addresses d where d.account_id = a.id
    ) m) as mobile
  from accounts a;

-- A book's rating is computed in one place: inserting its id into this view computes it anew. Its own visible reviews
-- count, and with the work's switch on those of the other visible editions.
create view rating_of_book (book_id) as select id from books;

create trigger books_change_i after insert on books begin update catalogue_version set version = version + 1; end;
create trigger books_change_u after update on books begin update catalogue_version set version = version + 1; end;
create trigger books_change_d after delete on books begin update catalogue_version set version = version + 1; end;
create trigger book_tags_change_i after insert on book_tags begin update catalogue_version set version = version + 1; end;
create trigger book_tags_change_d after delete on book_tags begin update catalogue_version set version = version + 1; end;
create trigger authors_change_u after update on authors begin update catalogue_version set version = version + 1; end;
create trigger languages_change_u after update on languages begin update catalogue_version set version = version + 1; end;
create trigger publishers_change_u after update on publishers begin update catalogue_version set version = version + 1; end;
create trigger tags_change_i after insert on tags begin update catalogue_version set version = version + 1; end;
create trigger tags_change_u after update on tags begin update catalogue_version set version = version + 1; end;
create trigger tags_change_d after delete on tags begin update catalogue_version set version = version + 1; end;
create trigger settings_change_i after insert on settings begin update catalogue_version set version = version + 1; end;
create trigger settings_change_u after update on settings begin update catalogue_version set version = version + 1; end;
create trigger settings_change_d after delete on settings begin update catalogue_version set version = version + 1; end;
-- A review's text can change without its stars.
create trigger reviews_change_u after update of remarks, hidden, updated_at on reviews begin update catalogue_version set version = version + 1; end;
create trigger orders_count_i after insert on orders begin
  update accounts set order_count = (select count(*) from orders where account_id = new.account_id)
  where id = new.account_id;
end;
create trigger orders_count_d after delete on orders begin
  update accounts set order_count = (select count(*) from orders where account_id = old.account_id)
  where id = old.account_id;
end;
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
create trigger coupon_uses_i after insert on coupon_uses when new.released_at is null begin
  update coupons set use_count = use_count + 1 where id = new.coupon_id;
end;
create trigger coupon_uses_release after update of released_at on coupon_uses
when (old.released_at is null) <> (new.released_at is null) begin
  update coupons set use_count = use_count + iif(new.released_at is null, 1, -1) where id = new.coupon_id;
end;
-- A cancelled order releases the use. If a late payment revives the order, it is held again, since that payment was for
-- the lower total. (A cancelled order that was refunded becomes 'refunded'; the use stays released.)
create trigger orders_coupon_release after update of state on orders
when new.state = 'cancelled' and old.state <> 'cancelled' begin
  update coupon_uses set released_at = coalesce(new.cancelled_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
  where order_id = new.id and released_at is null;
end;
create trigger orders_coupon_retake after update of state on orders
when old.state = 'cancelled' and new.state = 'paid' begin
  update coupon_uses set released_at = null where order_id = new.id;
end;
-- An order counts once it is paid, while it is neither cancelled nor refunded in full.
create trigger orders_together_add after update of state on orders
when old.state in ('pending', 'cancelled', 'refunded') and new.state in ('paid', 'packed', 'shipped', 'delivered') begin
  insert into bought_together (book_id, other_id, order_count)
    select book_id, other_id, 1 from order_pairs where order_id = new.id
    on conflict do update set order_count = order_count + 1;
  update catalogue_version set version = version + 1;
end;
create trigger orders_together_take_back after update of state on orders
when old.state in ('paid', 'packed', 'shipped', 'delivered') and new.state in ('pending', 'cancelled', 'refunded') begin
  delete from bought_together
    where order_count <= 1 and (book_id, other_id) in (select book_id, other_id from order_pairs where order_id = new.id);
  update bought_together set order_count = order_count - 1
    where (book_id, other_id) in (select book_id, other_id from order_pairs where order_id = new.id);
  update catalogue_version set version = version + 1;
end;
-- Drafts are not shown to visitors, so changing one keeps the kept pages.
create trigger pages_change_i after insert on pages when new.published = 1 begin update catalogue_version set version = version + 1; end;
create trigger pages_change_u after update on pages when new.published = 1 or old.published = 1 begin update catalogue_version set version = version + 1; end;
create trigger pages_change_d after delete on pages when old.published = 1 begin update catalogue_version set version = version + 1; end;
create trigger pictures_change_u after update on pictures begin update catalogue_version set version = version + 1; end;
create trigger home_versions_change_i after insert on home_versions begin update catalogue_version set version = version + 1; end;
create trigger frame_parts_change_i after insert on frame_parts begin update catalogue_version set version = version + 1; end;
create trigger frame_parts_change_u after update on frame_parts begin update catalogue_version set version = version + 1; end;
create trigger frame_parts_change_d after delete on frame_parts begin update catalogue_version set version = version + 1; end;
create trigger books_featured_off after update of featured on books when new.featured = 0 and new.featured_rank > 0 begin
  update books set featured_rank = 0 where id = new.id;
end;
-- An entry is never changed, but for two things: the reference to its account goes with the account, and a customer's
-- personal data is erased from its values, each of which then is removed or becomes '…' (DPDP Act 2023, section 12).
create trigger audit_entries_not_changed before update on audit_entries
when not (
  new.id = old.id and new.subject = old.subject and new.subject_id = old.subject_id and new.action = old.action
  and new.actor = old.actor and new.happened_at = old.happened_at
  and (
    (
      new.account_id is null and new.before = old.before and new.after = old.after
      and new.erased_at is old.erased_at
    ) or (
      new.account_id is old.account_id and new.erased_at is not null
      and not exists (
        select 1 from json_each(new.before) n where not exists (
          select 1 from json_each(old.before) o where o.key = n.key and (o.value is n.value or n.value = '…')
        )
      )
      and not exists (
        select 1 from json_each(new.after) n where not exists (
          select 1 from json_each(old.after) o where o.key = n.key and (o.value is n.value or n.value = '…')
        )
      )
    )
  )
)
begin
  select raise(abort, 'audit entries are not changed');
end;
create trigger audit_entries_not_deleted before delete on audit_entries begin
  select raise(abort, 'audit entries are not deleted');
end;
create trigger audit_entries_key_not_changed before update of api_key on audit_entries begin
  select raise(abort, 'audit entries are not changed');
end;
create trigger series_change_u after update on series begin update catalogue_version set version = version + 1; end;
create trigger book_languages_change_i after insert on book_languages begin update catalogue_version set version = version + 1; end;
create trigger book_languages_change_u after update on book_languages begin update catalogue_version set version = version + 1; end;
create trigger book_languages_change_d after delete on book_languages begin update catalogue_version set version = version + 1; end;
create trigger book_subjects_change_i after insert on book_subjects begin update catalogue_version set version = version + 1; end;
create trigger book_subjects_change_u after update on book_subjects begin update catalogue_version set version = version + 1; end;
create trigger book_subjects_change_d after delete on book_subjects begin update catalogue_version set version = version + 1; end;
create trigger book_contributors_change_i after insert on book_contributors begin update catalogue_version set version = version + 1; end;
create trigger book_contributors_change_u after update on book_contributors begin update catalogue_version set version = version + 1; end;
create trigger book_contributors_change_d after delete on book_contributors begin update catalogue_version set version = version + 1; end;
create trigger former_names_change_i after insert on former_names begin update catalogue_version set version = version + 1; end;
create trigger former_names_change_u after update on former_names begin update catalogue_version set version = version + 1; end;
create trigger former_names_change_d after delete on former_names begin update catalogue_version set version = version + 1; end;
create trigger preorder_placed after insert on order_lines
  when new.preorder = 1 and (select state from orders where id = new.order_id) in ('pending', 'paid', 'packed')
begin
  update books set preordered = preordered + new.quantity where id = new.book_id;
end;
-- Cancelled, refunded or shipped; or the other way round, by a late payment or a step that is taken back.
create trigger preorder_moved after update of state on orders
  when (old.state in ('pending', 'paid', 'packed')) <> (new.state in ('pending', 'paid', 'packed'))
    and exists (select 1 from order_lines where order_id = new.id and preorder = 1)
begin
  update books set preordered = preordered
    + iif(new.state in ('pending', 'paid', 'packed'), 1, -1)
    * (select sum(quantity) from order_lines where order_id = new.id and preorder = 1 and book_id = books.id)
  where id in (select book_id from order_lines where order_id = new.id and preorder = 1);
end;
create trigger preorder_line_deleted after delete on order_lines
  when old.preorder = 1 and (select state from orders where id = old.order_id) in ('pending', 'paid', 'packed')
begin
  update books set preordered = preordered - old.quantity where id = old.book_id;
end;
create trigger preorder_deleted before delete on orders
  when old.state in ('pending', 'paid', 'packed')
    and exists (select 1 from order_lines where order_id = old.id and preorder = 1)
begin
  update books set preordered = preordered
    - (select sum(quantity) from order_lines where order_id = old.id and preorder = 1 and book_id = books.id)
  where id in (select book_id from order_lines where order_id = old.id and preorder = 1);
end;
-- Pre-orders have the first claim on copies that come into stock, however they come; the oldest first.
create trigger preorders_claim_stock after update of stock on books
  when new.stock > old.stock and exists (
    select 1 from order_lines l join orders o on o.id = l.order_id
    where l.book_id = new.id and l.preorder = 1 and l.owed > 0 and o.state in ('pending', 'paid', 'packed')
  )
begin
  update books set stock = max(0, new.stock - (
    select sum(l.owed) from order_lines l join orders o on o.id = l.order_id
    where l.book_id = new.id and l.preorder = 1 and l.owed > 0 and o.state in ('pending', 'paid', 'packed')
  )) where id = new.id;
  update order_lines set owed = order_lines.owed - claim.taken
  from (
    select id, min(owed, new.stock - earlier) as taken from (
      select l.id, l.owed, sum(l.owed) over (order by l.id) - l.owed as earlier
      from order_lines l join orders o on o.id = l.order_id
      where l.book_id = new.id and l.preorder = 1 and l.owed > 0 and o.state in ('pending', 'paid', 'packed')
    ) where new.stock > earlier
  ) as claim
  where order_lines.id = claim.id;
end;
create trigger name_pages_change_i after insert on name_pages begin update catalogue_version set version = version + 1; end;
create trigger name_pages_change_u after update on name_pages begin update catalogue_version set version = version + 1; end;
create trigger name_pages_change_d after delete on name_pages begin update catalogue_version set version = version + 1; end;
create trigger books_never_shown after insert on books when new.hidden = 1 begin
  update books set was_shown = 0 where id = new.id;
end;
create trigger books_first_shown after update of hidden on books when new.hidden = 0 and new.was_shown = 0 begin
  update books set was_shown = 1 where id = new.id;
end;
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
create trigger book_pictures_change_i after insert on book_pictures begin update catalogue_version set version = version + 1; end;
create trigger book_pictures_change_u after update on book_pictures begin update catalogue_version set version = version + 1; end;
create trigger book_pictures_change_d after delete on book_pictures begin update catalogue_version set version = version + 1; end;
create trigger books_noted_i after insert on books begin
  insert into book_changes select new.id, version from catalogue_version where true
    on conflict (book_id) do update set at_version = excluded.at_version;
end;
create trigger books_noted_u after update on books begin
  insert into book_changes select new.id, version from catalogue_version where true
    on conflict (book_id) do update set at_version = excluded.at_version;
end;
create trigger books_noted_d after delete on books begin
  insert into book_changes select old.id, version from catalogue_version where true
    on conflict (book_id) do update set at_version = excluded.at_version;
end;
create trigger book_contributors_noted_i after insert on book_contributors begin
  insert into book_changes select new.book_id, version from catalogue_version where true
    on conflict (book_id) do update set at_version = excluded.at_version;
end;
create trigger book_contributors_noted_u after update on book_contributors begin
  insert into book_changes select new.book_id, version from catalogue_version where true
    on conflict (book_id) do update set at_version = excluded.at_version;
end;
create trigger book_contributors_noted_d after delete on book_contributors begin
  insert into book_changes select old.book_id, version from catalogue_version where true
    on conflict (book_id) do update set at_version = excluded.at_version;
end;
create trigger book_languages_noted_i after insert on book_languages begin
  insert into book_changes select new.book_id, version from catalogue_version where true
    on conflict (book_id) do update set at_version = excluded.at_version;
end;
create trigger book_languages_noted_u after update on book_languages begin
  insert into book_changes select new.book_id, version from catalogue_version where true
    on conflict (book_id) do update set at_version = excluded.at_version;
end;
create trigger book_languages_noted_d after delete on book_languages begin
  insert into book_changes select old.book_id, version from catalogue_version where true
    on conflict (book_id) do update set at_version = excluded.at_version;
end;
create trigger book_tags_noted_i after insert on book_tags begin
  insert into book_changes select new.book_id, version from catalogue_version where true
    on conflict (book_id) do update set at_version = excluded.at_version;
end;
create trigger book_tags_noted_d after delete on book_tags begin
  insert into book_changes select old.book_id, version from catalogue_version where true
    on conflict (book_id) do update set at_version = excluded.at_version;
end;
create trigger search_synonym_phrases_change_i after insert on search_synonym_phrases begin update catalogue_version set version = version + 1; end;
create trigger search_synonym_phrases_change_u after update on search_synonym_phrases begin update catalogue_version set version = version + 1; end;
create trigger search_synonym_phrases_change_d after delete on search_synonym_phrases begin update catalogue_version set version = version + 1; end;
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
-- Reviews show the name of who wrote them: kept pages are dropped when it changes.
create trigger accounts_reviewer_u after update of first_name, last_name, email on accounts
when (new.first_name, new.last_name, new.email) is not (old.first_name, old.last_name, old.email)
  and exists (select 1 from reviews where account_id = new.id) begin
  update catalogue_version set version = version + 1;
end;
