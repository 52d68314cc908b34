-- The whole shop. Money is integer paise, times are UTC in ISO 8601, flags are 0 or 1.
-- `name_key` is the name trimmed, inner spaces folded, lower-cased (domain/catalog/names.ts):
-- the same name twice is refused whatever its case and spacing.

-- ── People ─────────────────────────────────────────────────────────────────────────────────
create table accounts (
  id integer primary key,
  email text not null unique check (email = lower(trim(email)) and length(email) between 3 and 254),
  password_hash text,                       -- null: signs in through a third party only
  first_name text not null,
  last_name text not null,
  role text not null default 'customer' check (role in ('customer', 'admin')),
  status text not null default 'active' check (status in ('active', 'inactive')),
  email_confirmed_at text,
  show_recommendations integer not null default 1 check (show_recommendations in (0, 1)),
  created_at text not null
) strict;
create index accounts_by_role on accounts (role, created_at desc);
create index accounts_by_status on accounts (status, created_at desc);

-- The cookie holds a random id; only its SHA-256 is stored.
create table sessions (
  id_hash text primary key,
  account_id integer references accounts on delete cascade,   -- null: a guest
  data text not null default '{}' check (json_valid(data)),
  remember integer not null default 0 check (remember in (0, 1)),
  created_at text not null,
  last_seen_at text not null,
  expires_at text not null
) strict, without rowid;
create index sessions_by_account on sessions (account_id);
create index sessions_by_expiry on sessions (expires_at);

create table account_tokens (
  id integer primary key,
  account_id integer not null references accounts on delete cascade,
  purpose text not null check (purpose in ('confirm_email', 'reset_password', 'change_email')),
  token_hash text not null unique,
  new_email text,                           -- change_email only
  created_at text not null,
  expires_at text not null,
  used_at text
) strict;
create index account_tokens_by_account on account_tokens (account_id, purpose);
create index account_tokens_by_expiry on account_tokens (expires_at);

create table addresses (
  id integer primary key,
  account_id integer not null references accounts on delete cascade,
  fullname text not null,
  address1 text not null,
  address2 text not null,
  place text not null,
  state text not null,
  pincode text not null,
  mobile text not null,
  email text not null,
  created_at text not null,
  updated_at text not null
) strict;
create index addresses_by_account on addresses (account_id, id);

-- ── The catalogue ──────────────────────────────────────────────────────────────────────────
create table authors (
  id integer primary key,
  name text not null check (length(name) between 1 and 100),
  name_key text not null unique
) strict;
create table languages (
  id integer primary key,
  name text not null check (length(name) between 1 and 50),
  name_key text not null unique
) strict;
create table publishers (
  id integer primary key,
  name text not null check (length(name) between 1 and 40),
  name_key text not null unique
) strict;
create table tags (
  id integer primary key,
  name text not null check (length(name) between 1 and 30),
  name_key text not null unique
) strict;
create table logistics_providers (
  id integer primary key,
  name text not null check (length(name) between 1 and 70),
  name_key text not null unique
) strict;

create table books (
  id integer primary key,
  title text not null check (length(title) between 1 and 100),
  brief text not null check (length(brief) between 1 and 1500),
  description text not null default '',
  isbn13 text check (length(isbn13) between 1 and 13),
  publisher_id integer not null references publishers,
  language_id integer not null references languages,
  price integer not null check (price between 0 and 1000000),
  sale_price integer check (sale_price between 0 and price),
  charged_price integer not null generated always as (coalesce(sale_price, price)) stored,
  stock integer not null check (stock >= 0),
  page_count integer check (page_count > 0),
  published_on text check (published_on glob '[0-9][0-9][0-9][0-9]'
    or published_on glob '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  cover text,                               -- file name below /coverpages/; null: the default cover
  hidden integer not null default 0 check (hidden in (0, 1)),
  featured integer not null default 0 check (featured in (0, 1)),
  rating_sum integer not null default 0 check (rating_sum >= 0),     -- of visible reviews; kept by triggers
  rating_count integer not null default 0 check (rating_count >= 0),
  rating real not null generated always as
    (case rating_count when 0 then 0.0 else 1.0 * rating_sum / rating_count end) stored,
  sold_count integer not null default 0 check (sold_count >= 0),     -- copies on paid orders
  version integer not null default 1,       -- rises with each edit by staff
  created_at text not null,
  updated_at text not null
) strict;
-- One index per order the store can be sorted in (domain/catalog/catalog.ts), visible books only.
create index books_featured on books (featured desc, rating desc, sold_count desc, id desc) where hidden = 0;
create index books_newest on books (created_at desc, id desc) where hidden = 0;
create index books_by_price on books (charged_price, id) where hidden = 0;
create index books_by_title on books (title collate nocase, id) where hidden = 0;
create index books_by_rating on books (rating desc, rating_count desc, id desc) where hidden = 0;
create index books_by_sales on books (sold_count desc, id desc) where hidden = 0;
-- The back office sorts every book, hidden or not.
create index books_all_by_title on books (title collate nocase, id);
create index books_all_by_price on books (price, id);
create index books_all_by_stock on books (stock, id);
create index books_by_language on books (language_id, id);
create index books_by_publisher on books (publisher_id, id);
create index books_by_isbn on books (isbn13) where isbn13 is not null;

create table book_authors (
  book_id integer not null references books on delete cascade,
  author_id integer not null references authors,
  position integer not null check (position >= 0),
  primary key (book_id, author_id)
) strict, without rowid;
create index book_authors_by_author on book_authors (author_id, book_id);

create table book_tags (
  book_id integer not null references books on delete cascade,
  tag_id integer not null references tags,
  primary key (book_id, tag_id)
) strict, without rowid;
create index book_tags_by_tag on book_tags (tag_id, book_id);

create table reviews (
  id integer primary key,
  book_id integer not null references books on delete cascade,
  account_id integer not null references accounts on delete cascade,
  rating integer not null check (rating between 1 and 5),
  remarks text not null check (length(remarks) between 3 and 500),
  hidden integer not null default 0 check (hidden in (0, 1)),
  created_at text not null,
  updated_at text not null,
  unique (book_id, account_id)
) strict;
create index reviews_by_book on reviews (book_id, updated_at desc) where hidden = 0;
create index reviews_by_account on reviews (account_id);
create index reviews_by_time on reviews (updated_at desc);

create table wishlist_items (
  account_id integer not null references accounts on delete cascade,
  book_id integer not null references books on delete cascade,
  added_at text not null,
  primary key (account_id, book_id)
) strict, without rowid;
create index wishlist_items_by_book on wishlist_items (book_id);

-- ── Carts ──────────────────────────────────────────────────────────────────────────────────
create table carts (
  id integer primary key,
  account_id integer unique references accounts on delete cascade,
  session_hash text unique references sessions on delete cascade,
  updated_at text not null,
  check ((account_id is null) <> (session_hash is null))
) strict;

create table cart_items (
  id integer primary key,
  cart_id integer not null references carts on delete cascade,
  book_id integer not null references books on delete cascade,
  quantity integer not null check (quantity >= 1),
  added_at text not null,
  unique (cart_id, book_id)
) strict;
create index cart_items_by_book on cart_items (book_id);

-- ── Orders ─────────────────────────────────────────────────────────────────────────────────
create table orders (
  id integer primary key autoincrement,
  account_id integer not null references accounts,
  state text not null default 'pending' check (state in
    ('pending', 'paid', 'packed', 'shipped', 'delivered', 'cancelled', 'refunded')),
  cancel_reason text check (cancel_reason in ('payment_timeout', 'superseded', 'unserviceable', 'customer', 'staff')),
  stock_held integer not null default 1 check (stock_held in (0, 1)),
  currency text not null default 'INR' check (currency = 'INR'),
  item_count integer not null check (item_count > 0),
  subtotal integer not null check (subtotal >= 0),
  discount integer not null default 0 check (discount between 0 and subtotal),
  shipping integer not null check (shipping >= 0),
  tax integer not null check (tax >= 0),    -- included in the prices
  total integer not null check (total = subtotal - discount + shipping),
  fullname text not null,                   -- the address as it was when the order was placed
  address1 text not null,
  address2 text not null,
  place text not null,
  state_name text not null,
  pincode text not null,
  mobile text not null,
  email text not null,
  gateway text not null check (gateway in ('razorpay', 'sandbox')),
  receipt text not null unique check (length(receipt) between 1 and 40),
  gateway_order_id text unique,
  invoice_no text unique check (length(invoice_no) between 1 and 16),
  invoice_date text,
  logistics_provider_id integer references logistics_providers,
  tracking_no text,
  eta_date text,
  placed_at text not null,
  pay_by text not null,
  paid_at text,
  packed_at text,
  shipped_at text,
  delivered_at text,
  cancelled_at text,
  check (state in ('pending', 'cancelled') or paid_at is not null),
  check (paid_at is null or invoice_no is not null),
  check ((state = 'cancelled') = (cancel_reason is not null))
) strict;
create index orders_by_account on orders (account_id, id desc);
create index orders_by_state on orders (state, id desc);
create index orders_by_time on orders (placed_at desc);
create index orders_awaiting_payment on orders (pay_by) where state = 'pending';

create table order_lines (
  id integer primary key,
  order_id integer not null references orders on delete cascade,
  book_id integer not null references books,
  title text not null,
  mrp integer not null check (mrp >= 0),
  unit_price integer not null check (unit_price >= 0),
  quantity integer not null check (quantity >= 1),
  hsn text not null,
  tax_rate integer not null check (tax_rate between 0 and 10000),    -- hundredths of a per cent
  unique (order_id, book_id)
) strict;
create index order_lines_by_book on order_lines (book_id);

create table order_events (
  id integer primary key,
  order_id integer not null references orders on delete cascade,
  kind text not null,
  detail text not null default '{}' check (json_valid(detail)),
  actor text not null check (actor in ('customer', 'staff', 'gateway', 'system')),
  actor_account_id integer references accounts on delete set null,
  happened_at text not null
) strict;
create index order_events_by_order on order_events (order_id, id);
create index order_events_by_actor on order_events (actor_account_id);

-- Consecutive invoice numbers within the financial year, April to March (GST Rules 46 and 49).
create table invoice_counters (
  financial_year text primary key,
  last_number integer not null check (last_number > 0)
) strict, without rowid;

-- ── Payments ───────────────────────────────────────────────────────────────────────────────
create table payments (
  id integer primary key,
  order_id integer not null references orders,
  gateway_payment_id text not null unique,
  amount integer not null check (amount >= 0),
  currency text not null,
  status text not null check (status in ('created', 'failed', 'authorized', 'captured', 'refunded')),
  method text,
  error_description text,
  created_at text not null,
  updated_at text not null
) strict;
create index payments_by_order on payments (order_id);

-- Events from the gateway's webhook: stored once per event id, processed in the background.
create table payment_events (
  id integer primary key,
  event_id text not null unique,
  kind text not null,
  body text not null,
  received_at text not null,
  processed_at text,
  attempts integer not null default 0,
  next_try_at text not null,
  last_error text
) strict;
create index payment_events_waiting on payment_events (next_try_at) where processed_at is null;

create table refunds (
  id integer primary key,
  order_id integer not null references orders,
  payment_id integer not null references payments,
  amount integer not null check (amount > 0),
  reason text not null,
  status text not null default 'queued' check (status in ('queued', 'pending', 'processed', 'failed')),
  idempotency_key text not null unique,
  gateway_refund_id text unique,
  attempts integer not null default 0,
  next_try_at text not null,
  last_error text,
  created_at text not null,
  updated_at text not null
) strict;
create index refunds_by_order on refunds (order_id);
create index refunds_by_payment on refunds (payment_id);
create index refunds_waiting on refunds (next_try_at) where status in ('queued', 'pending');

-- ── The rest ───────────────────────────────────────────────────────────────────────────────
create table newsletter_subscribers (
  id integer primary key,
  email text not null unique check (email = lower(trim(email))),
  state text not null default 'unconfirmed' check (state in ('unconfirmed', 'confirmed', 'unsubscribed')),
  requested_at text not null,
  confirmed_at text,
  unsubscribed_at text
) strict;
create index newsletter_subscribers_by_state on newsletter_subscribers (state, id);

create table settings (
  key text primary key,
  value text not null check (json_valid(value)),
  updated_at text not null
) strict, without rowid;

create table outgoing_mails (
  id integer primary key,
  dedupe_key text not null unique,          -- e.g. 'order-confirmation:17': the same mail is never queued twice
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  next_try_at text not null,
  last_error text,
  created_at text not null,
  sent_at text
) strict;
create index outgoing_mails_waiting on outgoing_mails (next_try_at) where status = 'queued';

-- ── Maintained by triggers ─────────────────────────────────────────────────────────────────
create trigger reviews_rate_insert after insert on reviews begin
  update books set
    rating_sum = (select coalesce(sum(rating), 0) from reviews where book_id = new.book_id and hidden = 0),
    rating_count = (select count(*) from reviews where book_id = new.book_id and hidden = 0)
  where id = new.book_id;
end;
create trigger reviews_rate_update after update on reviews begin
  update books set
    rating_sum = (select coalesce(sum(rating), 0) from reviews where book_id = new.book_id and hidden = 0),
    rating_count = (select count(*) from reviews where book_id = new.book_id and hidden = 0)
  where id = new.book_id;
end;
create trigger reviews_rate_delete after delete on reviews begin
  update books set
    rating_sum = (select coalesce(sum(rating), 0) from reviews where book_id = old.book_id and hidden = 0),
    rating_count = (select count(*) from reviews where book_id = old.book_id and hidden = 0)
  where id = old.book_id;
end;

-- Rises with every change that a visitor's page can show; rendered pages are kept while it stays the same.
create table catalogue_version (
  id integer primary key check (id = 1),
  version integer not null
) strict;
insert into catalogue_version values (1, 1);
create trigger books_change_i after insert on books begin update catalogue_version set version = version + 1; end;
create trigger books_change_u after update on books begin update catalogue_version set version = version + 1; end;
create trigger books_change_d after delete on books begin update catalogue_version set version = version + 1; end;
create trigger book_authors_change_i after insert on book_authors begin update catalogue_version set version = version + 1; end;
create trigger book_authors_change_u after update on book_authors begin update catalogue_version set version = version + 1; end;
create trigger book_authors_change_d after delete on book_authors begin update catalogue_version set version = version + 1; end;
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

-- Full-text search. Only the index is stored; its rowid is the book's id.
create virtual table books_fts using fts5 (
  title, authors, publisher, tags, isbn, brief, description,
  content = '', contentless_delete = 1,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
create view book_search_text as
  select b.id,
    b.title,
    (select group_concat(a.name, ' ') from book_authors ba join authors a on a.id = ba.author_id where ba.book_id = b.id) as authors,
    p.name as publisher,
    (select group_concat(t.name, ' ') from book_tags bt join tags t on t.id = bt.tag_id where bt.book_id = b.id) as tags,
    b.isbn13 as isbn, b.brief, b.description
  from books b join publishers p on p.id = b.publisher_id;

create trigger books_search_i after insert on books begin
  insert into books_fts (rowid, title, authors, publisher, tags, isbn, brief, description)
    select * from book_search_text where id = new.id;
end;
create trigger books_search_u after update of title, isbn13, brief, description, publisher_id on books begin
  delete from books_fts where rowid = new.id;
  insert into books_fts (rowid, title, authors, publisher, tags, isbn, brief, description)
    select * from book_search_text where id = new.id;
end;
create trigger books_search_d after delete on books begin
  delete from books_fts where rowid = old.id;
end;
create trigger book_authors_search_i after insert on book_authors begin
  delete from books_fts where rowid = new.book_id;
  insert into books_fts (rowid, title, authors, publisher, tags, isbn, brief, description)
    select * from book_search_text where id = new.book_id;
end;
create trigger book_authors_search_d after delete on book_authors begin
  delete from books_fts where rowid = old.book_id;
  insert into books_fts (rowid, title, authors, publisher, tags, isbn, brief, description)
    select * from book_search_text where id = old.book_id;
end;
create trigger book_tags_search_i after insert on book_tags begin
  delete from books_fts where rowid = new.book_id;
  insert into books_fts (rowid, title, authors, publisher, tags, isbn, brief, description)
    select * from book_search_text where id = new.book_id;
end;
create trigger book_tags_search_d after delete on book_tags begin
  delete from books_fts where rowid = old.book_id;
  insert into books_fts (rowid, title, authors, publisher, tags, isbn, brief, description)
    select * from book_search_text where id = old.book_id;
end;
create trigger authors_search_u after update of name on authors begin
  delete from books_fts where rowid in (select book_id from book_authors where author_id = new.id);
  insert into books_fts (rowid, title, authors, publisher, tags, isbn, brief, description)
    select * from book_search_text where id in (select book_id from book_authors where author_id = new.id);
end;
create trigger tags_search_u after update of name on tags begin
  delete from books_fts where rowid in (select book_id from book_tags where tag_id = new.id);
  insert into books_fts (rowid, title, authors, publisher, tags, isbn, brief, description)
    select * from book_search_text where id in (select book_id from book_tags where tag_id = new.id);
end;
create trigger publishers_search_u after update of name on publishers begin
  delete from books_fts where rowid in (select id from books where publisher_id = new.id);
  insert into books_fts (rowid, title, authors, publisher, tags, isbn, brief, description)
    select * from book_search_text where id in (select id from books where publisher_id = new.id);
end;
