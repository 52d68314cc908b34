-- The tables of version 1.0, with their indexes and views, for both engines: SQLite's words, which
-- app/db/postgres/translated.ts turns into PostgreSQL's. Triggers are in the folders of the engines.

create table accounts (
  id integer primary key autoincrement,
  email text not null unique check (email = lower(trim(email)) and length(email) between 3 and 254),
  -- null: signs in through a third party only
  password_hash text,
  first_name text not null,
  last_name text not null,
  role text not null default 'customer' check (role in ('customer', 'admin')),
  status text not null default 'active' check (status in ('active', 'inactive')),
  email_confirmed_at text,
  show_recommendations integer not null default 1 check (show_recommendations in (0, 1)),
  created_at text not null,
  -- All orders the customer has placed, in any state.
  order_count integer not null default 0 check (order_count >= 0),
  -- Deleted: the row stays for its orders, without personal data.
  deleted_at text,
  -- What a member of staff may do (app/domain/kit/rights). Customers have no job.
  job text check (job in ('owner', 'manager', 'catalogue', 'orders', 'accounts')),
  -- A JSON list: rights given to this person beside those of the job.
  extra_rights text not null default '[]' check (json_valid(extra_rights) and json_type(extra_rights) = 'array')
) strict;
create index accounts_by_role on accounts (role, created_at desc);
create index accounts_by_status on accounts (status, created_at desc);
-- Customers, all of them or those of one status; newest first is accounts_by_role.
create index accounts_by_name on accounts (role, first_name collate nocase, last_name collate nocase);
create index accounts_by_orders on accounts (role, order_count);
create index accounts_by_status_and_time on accounts (role, status, created_at desc);
create index accounts_by_status_and_name
  on accounts (role, status, first_name collate nocase, last_name collate nocase);
create index accounts_by_status_and_orders on accounts (role, status, order_count);
create index accounts_staff on accounts (role) where role = 'admin';

-- The cookie holds a random id; only its SHA-256 is stored.
create table sessions (
  id_hash text primary key,
  -- null: a guest
  account_id integer references accounts on delete cascade,
  data text not null default '{}' check (json_valid(data)),
  remember integer not null default 0 check (remember in (0, 1)),
  created_at text not null,
  last_seen_at text not null,
  expires_at text not null,
  -- So that the owner can recognise a session.
  user_agent text not null default '',
  -- When the account last proved itself in this session: by password, code or passkey. Null: not since this was stored.
  proved_at text
) strict, without rowid;
create index sessions_by_account on sessions (account_id);
create index sessions_by_expiry on sessions (expires_at);

create table addresses (
  id integer primary key autoincrement,
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
  updated_at text not null,
  -- The address preselected at the next checkout; at most one.
  is_default integer not null default 0 check (is_default in (0, 1))
) strict;
create index addresses_by_account on addresses (account_id, id);
create unique index addresses_default on addresses (account_id) where is_default = 1;

create table authors (
  id integer primary key autoincrement,
  name text not null check (length(name) between 1 and 100),
  name_key text not null unique,
  -- By what names are sorted, in the order of their script's alphabet (app/db/search/title-key.ts), as titles are. Whoever writes a
  -- name computes it before the commit; '' of names that do not have it yet: the next start fills it.
  sort_key text not null default ''
) strict;
create index authors_in_order on authors (sort_key, name_key);

create table languages (
  id integer primary key autoincrement,
  name text not null check (length(name) between 1 and 50),
  name_key text not null unique,
  sort_key text not null default ''
) strict;
create index languages_in_order on languages (sort_key, name_key);

create table publishers (
  id integer primary key autoincrement,
  name text not null check (length(name) between 1 and 40),
  name_key text not null unique,
  sort_key text not null default ''
) strict;
create index publishers_in_order on publishers (sort_key, name_key);

create table tags (
  id integer primary key autoincrement,
  name text not null check (length(name) between 1 and 30),
  name_key text not null unique,
  -- Books and sales of a category, maintained by triggers: summing over all books would be too slow.
  book_count integer not null default 0,
  sold_count integer not null default 0,
  sort_key text not null default ''
) strict;
create index tags_in_order on tags (sort_key, name_key);

create table logistics_providers (
  id integer primary key autoincrement,
  name text not null check (length(name) between 1 and 70),
  name_key text not null unique,
  sort_key text not null default ''
) strict;

create table orders (
  id integer primary key autoincrement,
  account_id integer not null references accounts,
  state text not null default 'pending'
    check (state in ('pending', 'paid', 'packed', 'shipped', 'delivered', 'cancelled', 'refunded')),
  cancel_reason text check (cancel_reason in ('payment_timeout', 'superseded', 'unserviceable', 'customer', 'staff')),
  stock_held integer not null default 1 check (stock_held in (0, 1)),
  currency text not null default 'INR' check (currency = 'INR'),
  item_count integer not null check (item_count > 0),
  subtotal integer not null check (subtotal >= 0),
  discount integer not null default 0 check (discount between 0 and subtotal),
  shipping integer not null check (shipping >= 0),
  -- included in the prices
  tax integer not null check (tax >= 0),
  total integer not null check (total = subtotal - discount + shipping),
  -- the address as it was when the order was placed
  fullname text not null,
  address1 text not null,
  address2 text not null,
  place text not null,
  state_name text not null,
  pincode text not null,
  mobile text not null,
  email text not null,
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
  coupon_code text,
  -- The message to the customer why the last attempt to pay failed: shown in the checkout until the order is paid or
  -- lapses.
  payment_problem text check (length(payment_problem) <= 400),
  -- The tracking number in a comparable form: staff are asked about two parcels with the same number.
  tracking_key text generated always as (upper(replace(tracking_no, ' ', ''))) virtual,
  gateway text not null default '',
  check (state in ('pending', 'cancelled') or paid_at is not null),
  check (paid_at is null or invoice_no is not null),
  check ((state = 'cancelled') = (cancel_reason is not null))
) strict;
create index orders_by_account on orders (account_id, id desc);
create index orders_by_state on orders (state, id desc);
create index orders_awaiting_payment on orders (pay_by) where state = 'pending';
create index orders_by_payment on orders (paid_at) where paid_at is not null;
create index orders_by_shipment on orders (shipped_at desc, id desc) where shipped_at is not null;
create index orders_by_time on orders (placed_at desc, id desc, state, total);
create index orders_by_number on orders (id, state, placed_at);
create index orders_by_total on orders (total, id, state, placed_at);
create index orders_by_state_and_time on orders (state, placed_at desc, id desc);
create index orders_by_state_and_total on orders (state, total, id, placed_at);
create index orders_by_destination on orders (state, state_name, placed_at desc, id desc);
-- Like orders_by_payment, with the amount.
create index orders_paid_amounts on orders (paid_at, total) where paid_at is not null;
create index orders_by_tracking on orders (tracking_key, logistics_provider_id) where tracking_no is not null;
-- How many orders a carrier has.
create index orders_by_carrier on orders (logistics_provider_id) where logistics_provider_id is not null;

create table order_events (
  id integer primary key autoincrement,
  order_id integer not null references orders on delete cascade,
  kind text not null,
  detail text not null default '{}' check (json_valid(detail)),
  actor text not null check (actor in ('customer', 'staff', 'gateway', 'system')),
  actor_account_id integer references accounts on delete set null,
  happened_at text not null,
  -- The name of the API key with which an account did it; null: the account itself.
  api_key text
) strict;
create index order_events_by_order on order_events (order_id, id);
create index order_events_by_actor on order_events (actor_account_id);

-- Consecutive invoice numbers within the financial year, April to March (GST Rules 46 and 49).
create table invoice_counters (
  financial_year text primary key,
  last_number integer not null check (last_number > 0)
) strict, without rowid;

create table payments (
  id integer primary key autoincrement,
  order_id integer not null references orders,
  gateway_payment_id text not null unique,
  amount integer not null check (amount >= 0),
  currency text not null,
  status text not null check (status in ('created', 'failed', 'authorized', 'captured', 'refunded')),
  method text,
  error_description text,
  created_at text not null,
  updated_at text not null,
  gateway text not null default ''
) strict;
create index payments_by_order on payments (order_id);

create table settings (
  key text primary key,
  value text not null check (json_valid(value)),
  updated_at text not null
) strict, without rowid;

create table outgoing_mails (
  id integer primary key autoincrement,
  -- e.g. 'order-confirmation:17': the same mail is never queued twice
  dedupe_key text not null unique,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  next_try_at text not null,
  last_error text,
  created_at text not null,
  sent_at text,
  -- Headers and attachment of a message.
  headers text not null default '{}' check (json_valid(headers)),
  -- A document of the shop's, made when the message is sent: e.g. 'invoice:17' for the document of order 17.
  attachment text
) strict;
create index outgoing_mails_waiting on outgoing_mails (next_try_at) where status = 'queued';

-- Rises with every change that a visitor's page can show; rendered pages are kept while it stays the same.
create table catalogue_version (
  id integer primary key check (id = 1),
  version integer not null,
  -- How much of the catalogue's version imports have raised: kept pages last while only an import writes.
  by_imports integer not null default 0
) strict;

-- The sandbox gateway's own data, which Razorpay would have on its servers: no table of the shop refers to it.
-- Ids are in Razorpay's form: order_…, pay_…, rfnd_… and 14 letters or digits.
create table sandbox_orders (
  id text primary key,
  amount integer not null check (amount >= 100),
  currency text not null check (currency = 'INR'),
  receipt text check (length(receipt) <= 40),
  notes text not null default '{}' check (json_valid(notes)),
  status text not null default 'created' check (status in ('created', 'attempted', 'paid')),
  attempts integer not null default 0 check (attempts >= 0),
  created_at text not null
) strict, without rowid;
create index sandbox_orders_by_receipt on sandbox_orders (receipt);

create table sandbox_payments (
  id text primary key,
  order_id text not null references sandbox_orders,
  amount integer not null check (amount >= 100),
  currency text not null,
  status text not null check (status in ('failed', 'captured', 'refunded')),
  method text not null check (method in ('card', 'upi')),
  -- all that is kept of a card's number
  card_last4 text check (length(card_last4) = 4),
  vpa text,
  email text,
  contact text,
  error_code text,
  error_description text,
  error_source text,
  error_step text,
  error_reason text,
  amount_refunded integer not null default 0 check (amount_refunded between 0 and amount),
  created_at text not null
) strict, without rowid;
create index sandbox_payments_by_order on sandbox_payments (order_id, created_at desc);

create table sandbox_refunds (
  id text primary key,
  payment_id text not null references sandbox_payments,
  amount integer not null check (amount > 0),
  status text not null default 'pending' check (status in ('pending', 'processed')),
  notes text not null default '{}' check (json_valid(notes)),
  receipt text,
  idempotency_key text unique,
  -- a second request with the same key must have the same body
  request_hash text not null,
  created_at text not null,
  process_at text not null
) strict, without rowid;
create index sandbox_refunds_waiting on sandbox_refunds (process_at) where status = 'pending';

-- One row per event, delivered to the shop's webhook until it answers 2xx or a day has passed.
create table sandbox_webhooks (
  id integer primary key autoincrement,
  event_id text not null unique,
  event text not null,
  body text not null,
  created_at text not null,
  attempts integer not null default 0,
  -- null: delivered, or given up
  next_try_at text,
  delivered_at text,
  last_error text
) strict;
create index sandbox_webhooks_waiting on sandbox_webhooks (next_try_at) where next_try_at is not null;

-- Refresh tokens of the JSON API: each may be used once and is replaced by the next of its family; only hashes are stored.
create table refresh_families (
  id integer primary key autoincrement,
  account_id integer not null references accounts on delete cascade,
  created_at text not null,
  user_agent text not null default ''
) strict;
create index refresh_families_by_account on refresh_families (account_id);

create table refresh_tokens (
  token_hash text primary key,
  family_id integer not null references refresh_families on delete cascade,
  created_at text not null,
  expires_at text not null,
  used_at text
) strict, without rowid;
create index refresh_tokens_by_family on refresh_tokens (family_id);
create index refresh_tokens_by_expiry on refresh_tokens (expires_at);

-- Every write by staff: the changed fields with old and new values.
create table audit_entries (
  id integer primary key autoincrement,
  -- the member of staff
  account_id integer references accounts on delete set null,
  subject text not null check (length(subject) between 1 and 40),
  -- settings: 0
  subject_id integer not null,
  action text not null check (length(action) between 1 and 60),
  before text not null default '{}' check (json_valid(before)),
  after text not null default '{}' check (json_valid(after)),
  happened_at text not null,
  -- Who did it, as the person was called at the time: the entry keeps it when the account is gone.
  actor text not null default '',
  -- When personal data was erased from the values, at a customer's request; null: never.
  erased_at text,
  -- The name of the key with which an account did it; null: the account itself.
  api_key text,
  -- Entries of one action on many things, such as an import: the entry that tells of the whole, which the log shows in place of all
  -- of them. null: an entry of its own, or the one that tells of others.
  part_of integer
) strict;
create index audit_entries_by_subject on audit_entries (subject, subject_id, id desc);
create index audit_entries_by_account on audit_entries (account_id, happened_at);
create index audit_entries_by_time on audit_entries (happened_at);
create index audit_entries_by_kind on audit_entries (subject, happened_at);
create index audit_entries_by_action on audit_entries (action, happened_at);
create index audit_entries_by_whole on audit_entries (part_of) where part_of is not null;
create index audit_entries_whole on audit_entries (happened_at) where part_of is null;

-- Identities at third parties: the subject is the provider's own id of the person.
create table identities (
  provider text not null check (provider in ('google', 'facebook')),
  subject text not null check (length(subject) between 1 and 255),
  account_id integer not null references accounts on delete cascade,
  email text,
  linked_at text not null,
  primary key (provider, subject),
  unique (account_id, provider)
) strict, without rowid;

create table account_tokens (
  id integer primary key autoincrement,
  account_id integer not null references accounts on delete cascade,
  purpose text not null check (purpose in ('confirm_email', 'reset_password', 'change_email', 'delete_account')),
  token_hash text not null unique,
  -- change_email only
  new_email text,
  created_at text not null,
  expires_at text not null,
  used_at text
) strict;
create index account_tokens_by_account on account_tokens (account_id, purpose);
create index account_tokens_by_expiry on account_tokens (expires_at);

-- Coupons. Money is integer paise, a percentage is in hundredths of a per cent.
create table coupons (
  id integer primary key autoincrement,
  code text not null unique check (code = upper(trim(code)) and length(code) between 3 and 30),
  description text not null default '',
  kind text not null check (kind in ('percentage', 'amount')),
  value integer not null check (value > 0 and (kind = 'amount' or value <= 10000)),
  -- of a percentage
  most_discount integer check (most_discount > 0),
  minimum_subtotal integer not null default 0 check (minimum_subtotal >= 0),
  -- the first moment; null: at once
  starts_at text,
  -- the moment it is over; null: never
  ends_at text,
  -- orders; null: no limit
  total_limit integer check (total_limit > 0),
  -- orders of one customer; null: no limit
  customer_limit integer check (customer_limit > 0),
  active integer not null default 1 check (active in (0, 1)),
  -- unreleased uses; kept by triggers
  use_count integer not null default 0 check (use_count >= 0),
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;
create index coupons_by_time on coupons (created_at desc, id desc);

create table carts (
  id integer primary key autoincrement,
  account_id integer unique references accounts on delete cascade,
  session_hash text unique references sessions on delete cascade,
  updated_at text not null,
  coupon_id integer references coupons on delete set null,
  check ((account_id is null) <> (session_hash is null))
) strict;
create index carts_by_coupon on carts (coupon_id) where coupon_id is not null;

-- An order with a coupon holds a use of it, as it holds its copies; the use is released if the order is cancelled
-- unpaid or before it was packed.
create table coupon_uses (
  order_id integer primary key references orders on delete cascade,
  coupon_id integer not null references coupons,
  account_id integer not null references accounts,
  discount integer not null check (discount >= 0),
  used_at text not null,
  released_at text
) strict;
create index coupon_uses_held on coupon_uses (coupon_id, account_id) where released_at is null;
create index coupon_uses_by_coupon on coupon_uses (coupon_id, used_at desc);
create index coupon_uses_by_account on coupon_uses (account_id);

-- Returns: requested by the customer after delivery, answered by staff.
create table return_requests (
  id integer primary key autoincrement,
  order_id integer not null references orders on delete cascade,
  account_id integer not null references accounts,
  reason text not null check (reason in ('damaged', 'wrong_book', 'misprint', 'not_as_described', 'other')),
  remarks text not null default '',
  state text not null default 'requested'
    check (state in ('requested', 'approved', 'declined', 'received', 'withdrawn')),
  -- staff's words to the customer
  answer text not null default '',
  requested_at text not null,
  answered_at text,
  answered_by integer references accounts on delete set null,
  received_at text
) strict;
create index return_requests_by_order on return_requests (order_id, id);
create index return_requests_by_state on return_requests (state, requested_at);
create index return_requests_by_account on return_requests (account_id);
-- At most one open return per order.
create unique index return_requests_open on return_requests (order_id) where state in ('requested', 'approved');

create table refunds (
  id integer primary key autoincrement,
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
  updated_at text not null,
  note text not null default '',
  requested_by integer references accounts on delete set null,
  -- The failed refund that this one retries with a new key; each is retried at most once.
  retry_of integer references refunds,
  -- A return is refunded once: a refund refers to its return.
  return_id integer references return_requests on delete set null,
  api_key text
) strict;
create index refunds_by_order on refunds (order_id);
create index refunds_by_payment on refunds (payment_id);
create index refunds_waiting on refunds (next_try_at) where status in ('queued', 'pending');
create unique index refunds_by_retry on refunds (retry_of) where retry_of is not null;
create index refunds_by_staff on refunds (requested_by) where requested_by is not null;
create index refunds_by_status on refunds (status, payment_id);
-- At most one for each return, and the refunds that try it again.
create unique index refunds_by_return on refunds (return_id) where return_id is not null and retry_of is null;
create index refunds_of_return on refunds (return_id) where return_id is not null;
-- The refunds that a member of staff asked for lately are added up before each of theirs.
create index refunds_by_requester on refunds (requested_by, created_at) where requested_by is not null;

-- Bills of supply and tax invoices: their content when they were issued, independent of later settings.
-- Their numbers are orders.invoice_no, drawn in the transaction that makes the order paid.
create table order_documents (
  order_id integer primary key references orders on delete cascade,
  number text not null unique,
  issued_at text not null,
  -- name, address, GSTIN, state … as JSON
  seller text not null check (json_valid(seller)),
  -- its id and method as JSON
  payment text not null check (json_valid(payment)),
  kind text not null default 'bill_of_supply'
    check (kind in ('bill_of_supply', 'tax_invoice', 'invoice_cum_bill_of_supply'))
) strict;

create table newsletter_subscribers (
  id integer primary key autoincrement,
  email text not null unique check (email = lower(trim(email))),
  state text not null default 'unconfirmed' check (state in ('unconfirmed', 'confirmed', 'unsubscribed')),
  requested_at text not null,
  consent text not null default '',
  confirmed_at text,
  unsubscribed_at text,
  token_hash text,
  token_expires_at text
) strict;
create unique index newsletter_subscribers_by_token
  on newsletter_subscribers (token_hash) where token_hash is not null;
create index newsletter_subscribers_by_time on newsletter_subscribers (requested_at desc, id desc);
create index newsletter_subscribers_by_state on newsletter_subscribers (state, requested_at desc, id desc);

-- Events from the gateway's webhook: stored once per event id, processed in the background.
create table payment_events (
  id integer primary key autoincrement,
  gateway text not null,
  event_id text not null,
  kind text not null,
  body text not null,
  received_at text not null,
  processed_at text,
  attempts integer not null default 0,
  next_try_at text not null,
  last_error text,
  -- What an event of a gateway waits for: the payment that it refunds, or the order that it pays, is not known yet. Null: it
  -- does not wait.
  waits_for text,
  unique (gateway, event_id)
) strict;
create index payment_events_waiting on payment_events (next_try_at) where processed_at is null;
create index payment_events_by_subject on payment_events (waits_for) where waits_for is not null;

-- Pictures that staff upload for pages, news and the home page. `file` is the largest of their files below /coverpages/;
-- its name contains its size (app/platform/pictures/picture-files.ts).
create table pictures (
  id integer primary key autoincrement,
  file text not null unique,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  alt text not null check (length(alt) between 1 and 200),
  created_at text not null
) strict;

-- Where a picture is shown, so that one in use is not deleted. `subject` is e.g. 'page'; a picture leaves this list when
-- the text that shows it changes.
create table picture_uses (
  subject text not null,
  subject_id integer not null,
  picture_id integer not null references pictures (id),
  primary key (subject, subject_id, picture_id)
) strict, without rowid;
create index picture_uses_by_picture on picture_uses (picture_id);

-- The shop's own pages and its news; and its own terms and privacy notice, which replace the shop's text once published.
create table pages (
  id integer primary key autoincrement,
  kind text not null check (kind in ('page', 'news', 'terms', 'privacy')),
  address text not null check (length(address) between 1 and 60),
  title text not null check (length(title) between 1 and 120),
  -- Markdown
  body text not null,
  search_title text not null default '',
  search_description text not null default '',
  has_contact_form integer not null default 0 check (has_contact_form in (0, 1)),
  -- Of news: the day in India from which they are shown.
  posted_on text check ((kind = 'news') = (posted_on is not null)),
  -- Of news: shown with them.
  picture_id integer references pictures (id),
  published integer not null default 0 check (published in (0, 1)),
  version integer not null default 1,
  created_at text not null,
  updated_at text not null,
  -- When what visitors see of a page last changed: its published text, or whether it is published. Null: never published.
  changed_at text,
  unique (kind, address)
) strict;
create index pages_by_title on pages (kind, title collate nocase, id);
create index pages_by_change on pages (kind, updated_at, id);
create index pages_by_day on pages (posted_on, id) where kind = 'news';
create index pages_by_picture on pages (picture_id) where picture_id is not null;

-- Addresses that a page has had lead to its current one.
create table old_page_addresses (
  kind text not null,
  address text not null,
  page_id integer not null references pages (id) on delete cascade,
  primary key (kind, address)
) strict, without rowid;
create index old_page_addresses_of_page on old_page_addresses (page_id);

-- Messages sent with a page's contact form.
create table contact_messages (
  id integer primary key autoincrement,
  name text not null,
  email text not null,
  order_number text not null default '',
  message text not null,
  sent_at text not null,
  answered_at text,
  answered_by integer references accounts (id)
) strict;
create index contact_messages_by_time on contact_messages (sent_at, id);
create index contact_messages_open on contact_messages (sent_at) where answered_at is null;
create index contact_messages_by_email on contact_messages (email);
create index contact_messages_answered_by on contact_messages (answered_by) where answered_by is not null;

-- Each publication of the home page; the last one is what visitors see. Without any, the page is as the shop came.
create table home_versions (
  id integer primary key autoincrement,
  -- JSON list, see app/domain/front/home/blocks.ts
  blocks text not null check (json_valid(blocks)),
  -- JSON list of sentences: what differs from the one before
  changes text not null check (json_valid(changes)),
  account_id integer references accounts on delete set null,
  published_at text not null
) strict;

-- What staff are preparing; one row.
create table home_draft (
  id integer primary key check (id = 1),
  -- null: nothing differs from what is published
  blocks text check (blocks is null or json_valid(blocks)),
  -- Rises with each change, and gives new blocks their ids and changed ones their revision. Up to 99: the first blocks.
  counter integer not null default 99,
  -- who changed it last
  account_id integer references accounts on delete set null,
  changed_at text
) strict;

-- The announcement, the menus and the words of the footer, each as JSON; the value null: as the shop came.
create table frame_parts (
  name text primary key check (name in ('announcement', 'main-menu', 'footer-menu', 'footer-words')),
  value text not null check (json_valid(value)),
  -- rises with each change
  version integer not null,
  updated_at text not null
) strict;

-- The shop's own opening and closing lines of mails, by kind of mail (app/domain/shop/mail-words/mail-kinds.ts). A kind without
-- own lines has no row.
create table mail_words (
  kind text primary key check (length(kind) between 1 and 40),
  opening text not null check (length(opening) <= 500),
  closing text not null check (length(closing) <= 500),
  updated_at text not null,
  check (opening <> '' or closing <> '')
) strict;

-- Invitations to work in the back office. The mailed link has a random token; only its SHA-256 is stored. One that has
-- ended is deleted 30 days later.
create table invitations (
  id integer primary key autoincrement,
  email text not null check (email = lower(trim(email)) and length(email) between 3 and 254),
  first_name text not null,
  last_name text not null,
  job text not null check (job in ('owner', 'manager', 'catalogue', 'orders', 'accounts')),
  -- a JSON list, as in accounts
  extra_rights text not null default '[]' check (json_valid(extra_rights) and json_type(extra_rights) = 'array'),
  -- of the link that was sent last
  token_hash text not null unique,
  invited_by integer references accounts on delete set null,
  created_at text not null,
  -- when the last link was sent
  sent_at text not null,
  expires_at text not null,
  accepted_at text,
  withdrawn_at text,
  check (accepted_at is null or withdrawn_at is null)
) strict;
-- At most one open invitation of an address; an expired one is open, since it can be sent again.
create unique index invitations_open on invitations (email) where accepted_at is null and withdrawn_at is null;
create index invitations_by_expiry on invitations (expires_at);
create index invitations_by_inviter on invitations (invited_by);

-- Codes from an app on a phone (TOTP, RFC 6238). One app per account.
create table totp_factors (
  account_id integer primary key references accounts on delete cascade,
  -- Encrypted with a key made from the shop's secret (app/platform/secrets/sealed-text.server.ts).
  sealed_secret text not null,
  created_at text not null,
  -- null: being set up; asked for only once a code was right
  confirmed_at text,
  -- The last time step of 30 seconds whose code was accepted: no code is accepted twice.
  last_step integer not null default 0
) strict;

create table recovery_codes (
  id integer primary key autoincrement,
  account_id integer not null references accounts on delete cascade,
  code_hash text not null,
  created_at text not null,
  used_at text,
  unique (account_id, code_hash)
) strict;

create table passkeys (
  id integer primary key autoincrement,
  account_id integer not null references accounts on delete cascade,
  -- base64url
  credential_id text not null unique,
  -- COSE, base64url
  public_key text not null,
  -- 0: this passkey does not count
  sign_count integer not null,
  transports text not null default '[]' check (json_valid(transports)),
  name text not null check (length(name) between 1 and 60),
  created_at text not null,
  last_used_at text
) strict;
create index passkeys_by_account on passkeys (account_id);

-- What a passkey has to sign: used once, within five minutes.
create table passkey_challenges (
  challenge_hash text primary key,
  purpose text not null check (purpose in ('add', 'sign_in', 'prove')),
  -- null: signing in with a passkey alone
  account_id integer references accounts on delete cascade,
  expires_at text not null
) strict, without rowid;
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);
create index passkey_challenges_by_account on passkey_challenges (account_id);

-- The password was right, the second factor is still missing. Opens nothing but the page that asks for it.
create table unfinished_sign_ins (
  token_hash text primary key,
  account_id integer not null references accounts on delete cascade,
  remember integer not null check (remember in (0, 1)),
  expires_at text not null
) strict, without rowid;
create index unfinished_sign_ins_by_account on unfinished_sign_ins (account_id);
create index unfinished_sign_ins_by_expiry on unfinished_sign_ins (expires_at);

-- Browsers that are not asked for the second factor for 30 days.
create table remembered_devices (
  id integer primary key autoincrement,
  account_id integer not null references accounts on delete cascade,
  token_hash text not null unique,
  user_agent text not null,
  created_at text not null,
  last_used_at text not null,
  expires_at text not null
) strict;
create index remembered_devices_by_account on remembered_devices (account_id);
create index remembered_devices_by_expiry on remembered_devices (expires_at);

-- Who logged in and out, with which device; kept for a year.
create table sign_ins (
  id integer primary key autoincrement,
  account_id integer not null references accounts on delete cascade,
  event text not null check (event in ('signed_in', 'signed_out', 'wrong_code')),
  -- Empty for signing out.
  method text not null
    check (method in ('', 'password', 'code', 'recovery_code', 'passkey', 'remembered', 'third_party')),
  channel text not null check (channel in ('browser', 'app')),
  user_agent text not null,
  happened_at text not null
) strict;
create index sign_ins_by_account on sign_ins (account_id, id);
create index sign_ins_by_time on sign_ins (happened_at);

-- Which mails a member of staff wants. Without a row the default of their job holds (domain/shop/notices/notices.ts).
create table notice_choices (
  account_id integer not null references accounts (id) on delete cascade,
  event text not null,
  wanted integer not null check (wanted in (0, 1)),
  primary key (account_id, event)
) strict, without rowid;

-- The day in India of the last daily mail about an event, so that there is one a day however often the shop starts.
create table daily_notices (
  event text primary key,
  last_day text not null check (last_day glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]')
) strict, without rowid;

create table api_keys (
  id integer primary key autoincrement,
  name text not null check (length(name) between 1 and 60),
  -- SHA-256 of the key, which is not stored itself.
  key_hash text not null unique check (length(key_hash) = 64),
  -- To recognise the key by.
  last_four text not null check (length(last_four) = 4),
  -- JSON: the names of its rights.
  rights text not null check (json_valid(rights)),
  -- Who made it. The key has only those of its rights that this account has too.
  account_id integer not null references accounts (id) on delete cascade,
  created_at text not null,
  expires_at text not null,
  -- Written at most once a minute.
  last_used_at text,
  -- When its maker was told that it will expire.
  warned_at text,
  revoked_at text,
  revoked_by integer references accounts (id) on delete set null
) strict;
create index api_keys_by_account on api_keys (account_id);
create index api_keys_by_end on api_keys (expires_at) where revoked_at is null and warned_at is null;

create table webhook_endpoints (
  id integer primary key autoincrement,
  url text not null unique check (url like 'https://%' and length(url) <= 500),
  description text not null default '' check (length(description) <= 100),
  -- JSON: the types of events it gets.
  events text not null check (json_valid(events)),
  -- Encrypted (app/platform/secrets/sealed-text.server.ts). After a new secret was made, the former one signs too until former_until.
  secret text not null,
  former_secret text,
  former_until text,
  state text not null default 'active' check (state in ('active', 'paused')),
  -- By staff; because deliveries failed for three days; because the endpoint answered 410.
  paused_because text check (paused_because in ('staff', 'failing', 'gone')),
  -- The first failure since the last successful delivery.
  failing_since text,
  version integer not null default 1,
  -- Who made it, and is told when it is paused.
  account_id integer references accounts (id) on delete set null,
  created_at text not null,
  updated_at text not null,
  check ((state = 'paused') = (paused_because is not null)),
  check ((former_secret is null) = (former_until is null))
) strict;
-- Every sale and every saved book asks for these.
create index webhook_endpoints_active on webhook_endpoints (id) where state = 'active';

-- One row for each event and endpoint.
create table webhook_deliveries (
  id integer primary key autoincrement,
  endpoint_id integer not null references webhook_endpoints (id) on delete cascade,
  -- The header webhook-id, the same in every try.
  event_id text not null,
  type text not null,
  -- The body as it is signed and sent.
  payload text not null check (json_valid(payload)),
  created_at text not null,
  status text not null default 'queued' check (status in ('queued', 'delivered', 'failed')),
  -- Since the event, or since staff sent it again.
  attempts integer not null default 0,
  first_try_at text,
  next_try_at text not null,
  -- While it is being sent; a process that was killed leaves it behind.
  sending_until text,
  delivered_at text,
  unique (endpoint_id, event_id)
) strict;
create index webhook_deliveries_due on webhook_deliveries (next_try_at, endpoint_id) where status = 'queued';
create index webhook_deliveries_by_endpoint on webhook_deliveries (endpoint_id, id desc);
create index webhook_deliveries_by_time on webhook_deliveries (created_at);

create table webhook_tries (
  id integer primary key autoincrement,
  delivery_id integer not null references webhook_deliveries (id) on delete cascade,
  tried_at text not null,
  took_ms integer not null,
  -- The HTTP status; null: there was no answer.
  status integer,
  -- The beginning of the answer's body.
  answer text not null default '',
  -- Why it counts as failed; null: it was accepted.
  problem text
) strict;
create index webhook_tries_by_delivery on webhook_tries (delivery_id, id);

create table opening_checks (
  -- As in app/domain/opening/checklist/opening.ts: tax, legal, backup, keys.
  name text primary key,
  -- 1: it went well, or somebody has confirmed it.
  is_ok integer not null check (is_ok in (0, 1)),
  -- What came of it, as a sentence.
  note text not null default '',
  -- What it was about, e.g. the key of the gateway. When that has changed, the check no longer counts.
  about text not null default '',
  -- the member of staff
  account_id integer references accounts on delete set null,
  checked_at text not null
) strict, without rowid;

-- Not orders: no invoice number, no stock, no sales figure.
create table test_purchases (
  id integer primary key autoincrement,
  gateway text not null,
  receipt text not null unique,
  -- paise
  amount integer not null check (amount >= 100),
  -- null: the gateway has not answered yet
  gateway_order_id text unique,
  -- the member of staff
  account_id integer references accounts on delete set null,
  started_at text not null,
  -- until then the page offers to pay it
  expires_at text not null,
  -- when the gateway was last asked about it
  asked_at text
) strict;
create index test_purchases_by_start on test_purchases (started_at);

-- Attempts to pay a test purchase. Each captured one is refunded once.
create table test_payments (
  id integer primary key autoincrement,
  purchase_id integer not null references test_purchases on delete cascade,
  gateway_payment_id text not null unique,
  status text not null check (status in ('created', 'authorized', 'captured', 'refunded', 'failed')),
  method text,
  error_description text,
  -- who first told of it
  source text not null check (source in ('window', 'callback', 'webhook', 'reconciler')),
  -- when a signed webhook first told of it
  webhook_at text,
  created_at text not null,
  updated_at text not null,
  refund_status text check (refund_status in ('queued', 'pending', 'processed', 'failed')),
  -- for the gateway: a repeated call refunds once
  refund_key text unique,
  gateway_refund_id text unique,
  -- the earlier refund that failed, when it is tried again
  failed_refund_id text,
  refund_attempts integer not null default 0,
  refund_next_try_at text,
  refund_error text,
  refunded_at text,
  check ((refund_status is null) = (refund_next_try_at is null))
) strict;
create index test_payments_by_purchase on test_payments (purchase_id);
create index test_payments_refunds on test_payments (refund_next_try_at) where refund_status in ('queued', 'pending');

create table series (
  id integer primary key autoincrement,
  name text not null check (length(name) between 1 and 100),
  name_key text not null unique,
  sort_key text not null default ''
) strict;
create index series_in_order on series (sort_key, name_key);

-- Names of master data that are gone: merged into another one, or deleted because nothing used them. Links to a merged
-- name lead to the one that stays. The id of such a name is never given to a new one, which would get its history.
create table former_names (
  -- as in audit entries: 'author', 'tag' …
  entity text not null,
  -- which it had
  id integer not null,
  name text not null,
  name_key text not null,
  -- the name that stayed; null: deleted
  into_id integer,
  gone_at text not null,
  primary key (entity, id),
  check (into_id is null or into_id <> id)
) strict, without rowid;
create index former_names_by_key on former_names (entity, name_key);
create index former_names_by_target on former_names (entity, into_id) where into_id is not null;

-- Addresses of the site that was here before, and where each leads now (domain/old-addresses).
create table old_addresses (
  id integer primary key autoincrement,
  -- As it is compared: decoded, in small letters, without a slash at the end.
  address text not null unique check (length(address) between 2 and 500),
  target text not null check (length(target) between 1 and 500),
  created_at text not null
) strict;

-- Books changed by the thousand. What would change stands in bulk_change_rows before anything is written; then it is
-- written batch by batch, and can be undone. Today each is an import of a file (domain/book-files/runs).
create table bulk_changes (
  -- An id is never given twice: the audit log names it.
  id integer primary key autoincrement,
  kind text not null check (kind in ('import', 'edit')),
  status text not null
    check (status in ('uploaded', 'planning', 'planned', 'importing', 'imported', 'cancelled', 'failed', 'undoing', 'undone')),
  account_id integer references accounts on delete set null,
  -- who it was, as they were called then
  actor text not null,
  file_name text not null check (length(file_name) between 1 and 200),
  -- its name in DATA_DIR/imports/; null: removed
  file text,
  format text not null,
  -- JSON: the heading
  columns text not null,
  -- null: not chosen yet
  mode text,
  -- JSON
  mapping text,
  created_at text not null,
  -- when the present step was asked for: they take turns
  asked_at text,
  planned_at text,
  started_at text,
  ended_at text,
  -- Of the present step, in rows.
  done integer not null default 0,
  -- null: not known yet
  rows integer,
  -- Rows by what becomes of them; of what is written, those that were.
  added integer not null default 0,
  changed integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  written integer not null default 0,
  names_created integer not null default 0,
  undone integer not null default 0,
  not_undone integer not null default 0,
  -- why it failed
  problem text,
  -- The process that works at it, and until when the others leave it alone.
  holder text,
  held_until text,
  report_removed_at text,
  -- Who asked for the present step of an import, and the names it created: they are deleted when it is undone.
  asked_by integer references accounts on delete set null,
  asked_name text not null default '',
  -- Pictures of an import that were not fetched, because staff stopped that. Their rows of picture_fetches are gone, so that a
  -- later import can ask for them again.
  not_fetched integer not null default 0,
  -- Where the table lies in an import's file: sheet, row of the headings, separator, encoding (JSON; app/domain/book-files/tables/layout.ts).
  -- null: ONIX, pictures, a change of many books, and files of before, where it is found again.
  layout text check (layout is null or json_valid(layout)),
  -- What a check found about an import's file as a whole: how its columns are read, and what staff are asked about (JSON;
  -- app/domain/book-files/runs/found.ts). null: not checked, or before.
  found text check (found is null or json_valid(found))
) strict;
create index bulk_changes_by_turn on bulk_changes (asked_at, id) where status in ('planning', 'importing', 'undoing');
create index bulk_changes_by_columns on bulk_changes (columns, id) where mapping is not null;

create table bulk_change_rows (
  bulk_change_id integer not null references bulk_changes on delete cascade,
  -- in the file, from 0
  position integer not null,
  -- as the file counts
  row integer not null,
  reference text,
  title text not null,
  outcome text not null check (outcome in ('added', 'changed', 'unchanged', 'refused')),
  -- null: a new book that was not added yet
  book_id integer,
  -- JSON, as the book's history would show them; long texts are cut
  changes text not null,
  -- JSON
  problems text not null,
  -- JSON
  warnings text not null,
  state text check (state in ('written', 'undone', 'left')),
  -- JSON: the values that were replaced, for undoing
  before text,
  -- The book as this row left it: it is undone only while it still is so.
  version integer,
  stock integer,
  hidden integer,
  left_because text,
  -- The cover that an import of pictures replaced: its files stay as long as that can be undone.
  kept_cover text,
  -- why it was not undone
  linked text,
  primary key (bulk_change_id, position)
) strict;
create index bulk_change_rows_by_outcome on bulk_change_rows (bulk_change_id, outcome, position);
create index bulk_change_rows_by_state on bulk_change_rows (bulk_change_id, state, position) where state is not null;
create index bulk_change_rows_by_kept_cover on bulk_change_rows (kept_cover) where kept_cover is not null;
-- For the last list that gave a book its stock.
create index bulk_change_rows_by_book on bulk_change_rows (book_id) where state = 'written';

-- Names in the file that the shop does not have, and names that are too long for it.
create table bulk_change_names (
  id integer primary key autoincrement,
  bulk_change_id integer not null references bulk_changes on delete cascade,
  -- 'author', 'publisher' … or 'title'
  kind text not null,
  name text not null,
  too_long integer not null check (too_long in (0, 1)),
  created_id integer
) strict;
create index bulk_change_names_by_kind on bulk_change_names (bulk_change_id, too_long, kind, id);
create index bulk_change_names_by_name on bulk_change_names (bulk_change_id, kind, name);

-- What staff tell about an author, a publisher, a series or a language on its page in the store.
create table name_pages (
  entity text not null check (entity in ('author', 'publisher', 'series', 'language')),
  -- of the name
  id integer not null,
  text text not null default '' check (length(text) <= 2000),
  website text check (length(website) between 1 and 300),
  -- only of authors
  picture_id integer references pictures,
  -- in its own script, as its page shows it beside the Latin one
  native_name text check (length(native_name) between 1 and 100),
  primary key (entity, id),
  check (picture_id is null or entity = 'author')
) strict, without rowid;
create index name_pages_by_picture on name_pages (picture_id) where picture_id is not null;

-- A work whose editions are several books: paperback, hardback, e-book. A book of no work has null.
create table works (
  id integer primary key autoincrement,
  -- 1: the reviews of one edition count for all of them.
  pools_reviews integer not null default 0 check (pools_reviews in (0, 1))
) strict;

create table books (
  id integer primary key autoincrement,
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
  published_on text
    check (published_on glob '[0-9][0-9][0-9][0-9]' or published_on glob '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  -- file name below /coverpages/; null: the default cover
  cover text,
  hidden integer not null default 0 check (hidden in (0, 1)),
  featured integer not null default 0 check (featured in (0, 1)),
  -- of visible reviews; kept by triggers
  rating_sum integer not null default 0 check (rating_sum >= 0),
  rating_count integer not null default 0 check (rating_count >= 0),
  rating real not null generated always as (case rating_count when 0 then 0.0 else 1.0 * rating_sum / rating_count end) stored,
  -- copies on paid orders
  sold_count integer not null default 0 check (sold_count >= 0),
  -- rises with each edit by staff
  version integer not null default 1,
  created_at text not null,
  updated_at text not null,
  -- The place of a featured book that staff ordered by hand: the highest comes first; 0: after those, by rating.
  featured_rank integer not null default 0 check (featured_rank >= 0),
  subtitle text check (length(subtitle) between 1 and 200),
  -- A code of ONIX list 150, e.g. BC for a paperback (domain/catalogue/books/record/book-formats.ts).
  format text check (format glob '[A-Z][A-Z]'),
  series_id integer references series,
  series_number text check (length(series_number) between 1 and 20),
  edition_statement text check (length(edition_statement) between 1 and 100),
  edition_number integer check (edition_number between 1 and 999),
  imprint text check (length(imprint) between 1 and 100),
  original_title text check (length(original_title) between 1 and 200),
  original_language_id integer references languages,
  weight_g integer check (weight_g between 1 and 50000),
  height_mm integer check (height_mm between 1 and 2000),
  width_mm integer check (width_mm between 1 and 2000),
  thickness_mm integer check (thickness_mm between 1 and 2000),
  -- The age of the readers, in years.
  age_from integer check (age_from between 0 and 99),
  age_to integer check (age_to between 0 and 99 and (age_from is null or age_from <= age_to)),
  publishing_status text not null default 'available'
    check (publishing_status in ('forthcoming', 'available', 'out_of_print')),
  -- Null: the shop's setting.
  hsn text check (length(hsn) in (4, 6, 8) and hsn not glob '*[^0-9]*'),
  tax_rate integer check (tax_rate between 0 and 10000),
  -- The shop's own number of the book.
  sku text check (length(sku) between 1 and 40),
  -- Pre-orders. How many copies of a book may be ordered before its publication date; null: none may.
  preorder_limit integer check (preorder_limit between 1 and 10000),
  -- Copies in pre-orders that have not left the shop. Maintained by triggers.
  preordered integer not null default 0 check (preordered >= 0),
  -- Where visitors of a hidden book are led, and whether anybody can know it.
  successor_id integer references books on delete set null check (successor_id <> id),
  -- 0: hidden since it was added, so visitors are not told that there is such a book. Books that were added before were
  -- visible at first.
  was_shown integer not null default 1 check (was_shown in (0, 1)),
  work_id integer references works (id),
  -- Sale prices with dates (docs/decisions/0028). sale_price is the price of the sale while it lasts, so that lists, carts and
  -- orders read it as before. Of a sale with dates, planned_sale_price has what staff gave; a background task copies it to
  -- sale_price on the first day, and empties that after the last.
  sale_from text check (sale_from glob '????-??-??'),
  sale_until text check (sale_until glob '????-??-??' and (sale_from is null or sale_from <= sale_until)),
  planned_sale_price integer check (planned_sale_price between 0 and price),
  -- By what titles are sorted, in the order of their script's alphabet (app/db/search/title-key.ts). Whoever writes a title
  -- computes it before the commit, with the words of the search; '' of books that do not have it yet: the next start fills it.
  title_key text not null default ''
) strict;
create index books_newest on books (created_at desc, id desc) where hidden = 0;
create index books_by_price on books (charged_price, id) where hidden = 0;
create index books_by_rating on books (rating desc, rating_count desc, id desc) where hidden = 0;
create index books_by_sales on books (sold_count desc, id desc) where hidden = 0;
create index books_all_by_price on books (price, id);
create index books_all_by_stock on books (stock, id);
create index books_by_language on books (language_id, id);
create index books_by_publisher on books (publisher_id, id);
create index books_by_isbn on books (isbn13) where isbn13 is not null;
create index books_by_cover on books (cover) where cover is not null;
-- For filters of the back office's lists: only hidden books, or all but them.
create index books_hidden on books (id) where hidden = 1;
-- One index per order the store can be sorted in (domain/catalog/catalog.ts), visible books only.
create index books_featured
  on books (featured desc, featured_rank desc, rating desc, sold_count desc, id desc) where hidden = 0;
-- Forthcoming books.
create index books_by_publication on books (published_on, id) where hidden = 0;
create unique index books_by_sku on books (sku collate nocase) where sku is not null;
create index books_by_series on books (series_id, id) where series_id is not null;
create index books_by_original_language on books (original_language_id) where original_language_id is not null;
create index books_by_imprint on books (imprint) where imprint is not null;
create index books_forthcoming on books (published_on, id) where publishing_status = 'forthcoming';
create index books_by_successor on books (successor_id) where successor_id is not null;
create index books_by_work on books (work_id) where work_id is not null;
create index books_by_planned_sale on books (id) where planned_sale_price is not null;
create index books_by_title on books (title_key, id) where hidden = 0;
-- The back office sorts every book, hidden or not.
create index books_all_by_title on books (title_key, id);

create table book_tags (
  book_id integer not null references books on delete cascade,
  tag_id integer not null references tags,
  primary key (book_id, tag_id)
) strict, without rowid;
create index book_tags_by_tag on book_tags (tag_id, book_id);

create table reviews (
  id integer primary key autoincrement,
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
create index reviews_hidden_by_time on reviews (hidden, updated_at desc);
create index reviews_by_rating on reviews (rating, updated_at);
create index reviews_hidden_by_rating on reviews (hidden, rating, updated_at);

create table wishlist_items (
  account_id integer not null references accounts on delete cascade,
  book_id integer not null references books on delete cascade,
  added_at text not null,
  primary key (account_id, book_id)
) strict, without rowid;
create index wishlist_items_by_book on wishlist_items (book_id);

create table cart_items (
  id integer primary key autoincrement,
  cart_id integer not null references carts on delete cascade,
  book_id integer not null references books on delete cascade,
  quantity integer not null check (quantity >= 1),
  added_at text not null,
  unique (cart_id, book_id)
) strict;
create index cart_items_by_book on cart_items (book_id);

create table order_lines (
  id integer primary key autoincrement,
  order_id integer not null references orders on delete cascade,
  book_id integer not null references books,
  title text not null,
  mrp integer not null check (mrp >= 0),
  unit_price integer not null check (unit_price >= 0),
  quantity integer not null check (quantity >= 1),
  hsn text not null,
  -- hundredths of a per cent
  tax_rate integer not null check (tax_rate between 0 and 10000),
  -- 1: ordered before the book's publication date, so that the line counts against the limit and not against the stock.
  preorder integer not null default 0 check (preorder in (0, 1)),
  -- Copies of a pre-order that have not been taken from the stock yet.
  owed integer not null default 0 check (owed between 0 and quantity),
  -- the book's publication date when the customer was last told of it
  release_told text,
  unique (order_id, book_id)
) strict;
create index order_lines_by_book on order_lines (book_id);
create index order_lines_preorders on order_lines (book_id, id) where preorder = 1;
create index order_lines_of_preorders on order_lines (order_id) where preorder = 1;

create table return_lines (
  return_id integer not null references return_requests on delete cascade,
  order_line_id integer not null references order_lines on delete cascade,
  quantity integer not null check (quantity >= 1),
  primary key (return_id, order_line_id)
) strict, without rowid;
create index return_lines_by_line on return_lines (order_line_id);

-- Saved items: books put aside from the cart.
create table saved_items (
  account_id integer not null references accounts on delete cascade,
  book_id integer not null references books on delete cascade,
  quantity integer not null check (quantity >= 1),
  saved_at text not null,
  primary key (account_id, book_id)
) strict, without rowid;
create index saved_items_by_book on saved_items (book_id);

-- Stock alerts: requests for one mail when a sold-out book is back.
create table stock_alerts (
  id integer primary key autoincrement,
  book_id integer not null references books on delete cascade,
  email text not null check (email = lower(trim(email))),
  account_id integer references accounts on delete cascade,
  requested_at text not null,
  told_at text
) strict;
create unique index stock_alerts_waiting on stock_alerts (book_id, email) where told_at is null;
create index stock_alerts_by_account on stock_alerts (account_id) where account_id is not null;
create index stock_alerts_by_email on stock_alerts (email);

-- The number of paid orders with both books; each pair has two rows, one from each side.
create table bought_together (
  book_id integer not null references books on delete cascade,
  other_id integer not null references books on delete cascade,
  order_count integer not null check (order_count >= 0),
  primary key (book_id, other_id),
  check (book_id <> other_id)
) strict, without rowid;
create index bought_together_by_count on bought_together (book_id, order_count desc, other_id);
create index bought_together_by_other on bought_together (other_id);

-- The books of the sample, so that `npm run clear-sample` removes only these. A book whose title staff have changed is
-- kept.
create table sample_books (
  book_id integer primary key references books on delete cascade,
  title text not null
) strict;

-- The books that were low in stock when staff were last told, so that the next mail lists only what changed.
create table low_stock_books (
  book_id integer primary key references books (id) on delete cascade,
  sold_out integer not null check (sold_out in (0, 1))
) strict;

-- Languages of the text beside the first, which is books.language_id.
create table book_languages (
  book_id integer not null references books on delete cascade,
  language_id integer not null references languages,
  primary key (book_id, language_id)
) strict, without rowid;
create index book_languages_by_language on book_languages (language_id, book_id);

create table book_subjects (
  book_id integer not null references books on delete cascade,
  scheme text not null check (scheme in ('thema', 'bisac')),
  code text not null check (length(code) between 1 and 20),
  position integer not null check (position >= 0),
  primary key (book_id, scheme, code)
) strict, without rowid;
create index book_subjects_by_code on book_subjects (scheme, code, book_id);

-- Everybody who contributed to a book, in the order of its title page. The view book_authors has its authors.
create table book_contributors (
  book_id integer not null references books on delete cascade,
  author_id integer not null references authors,
  -- A code of ONIX list 17, e.g. B06 for a translator (domain/catalogue/books/record/contributor-roles.ts).
  role text not null check (role glob '[A-Z][0-9][0-9]'),
  position integer not null check (position >= 0),
  primary key (book_id, author_id, role)
) strict, without rowid;
create index book_contributors_by_author on book_contributors (author_id, role, book_id);

-- Further pictures of a book beside its cover: back cover, look inside. `file` is the largest of a picture's files below
-- /coverpages/; its name contains its size (app/platform/pictures/picture-files.ts). Books may share the files of a picture.
create table book_pictures (
  id integer primary key autoincrement,
  book_id integer not null references books on delete cascade,
  position integer not null check (position >= 0),
  file text not null,
  kind text not null check (kind in ('back_cover', 'look_inside', 'other')),
  -- Empty: named after its kind and the book.
  alt text not null check (length(alt) <= 200),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  unique (book_id, file)
) strict;
create index book_pictures_by_file on book_pictures (file);

-- Pictures that an import named by address: the shop fetches them after the import. What was fetched for a book is not
-- fetched again for it.
create table picture_fetches (
  id integer primary key autoincrement,
  bulk_change_id integer not null references bulk_changes on delete cascade,
  book_id integer not null references books on delete cascade,
  -- in the file; 0 is the cover
  position integer not null,
  address text not null check (length(address) between 1 and 2000),
  state text not null default 'waiting' check (state in ('waiting', 'done', 'refused')),
  -- why it was refused, or is tried again
  problem text,
  attempts integer not null default 0,
  next_try_at text not null,
  -- JSON: the cover or picture that it became, for undoing
  put text,
  unique (bulk_change_id, book_id, position)
) strict;
create index picture_fetches_due on picture_fetches (next_try_at, id) where state = 'waiting';
create index picture_fetches_by_book on picture_fetches (book_id);
create index picture_fetches_by_state on picture_fetches (bulk_change_id, state, id);

-- Forthcoming books whose day has passed while copies were owed: staff have been told of this day.
create table overdue_books (
  book_id integer primary key references books on delete cascade,
  published_on text not null
) strict;

-- Files name other editions of a book by ISBN. One that neither shop nor file has by then may come later in the file: the
-- row that names it waits here, so that the import links the two when it comes.
create table bulk_change_editions (
  bulk_change_id integer not null references bulk_changes on delete cascade,
  -- of the row that names it
  position integer not null,
  -- thirteen digits if it is valid
  isbn text not null
) strict;
create index bulk_change_editions_by_isbn on bulk_change_editions (bulk_change_id, isbn);

-- Back-office forms kept for an hour until staff have logged in again (app/http/request/kept-form.server.ts). `id` is a
-- hash of the browser's token; what was typed is sealed with the shop's secret.
create table kept_forms (
  id text primary key,
  sealed text not null check (length(sealed) <= 500000),
  expires_at text not null,
  -- Forms of customers are kept too: `account_id` says whose it is, and is null for those of the back office. Each customer
  -- has one at most, and their forms are counted by themselves.
  account_id integer references accounts (id) on delete cascade
) strict;
create index kept_forms_by_expiry on kept_forms (expires_at);
create unique index kept_forms_by_account on kept_forms (account_id);

-- The books that changed, with the catalogue's version by then: what is kept in memory of all books
-- (domain/catalogue/facets/) reads only these again. A book that was deleted stays here.
create table book_changes (
  book_id integer primary key,
  at_version integer not null
);
create index book_changes_by_version on book_changes (at_version);

-- What was searched in the store and not found, or only found by a similar spelling (domain/search-terms). No person: only the
-- words, and how often in a week.
create table search_terms (
  id integer primary key autoincrement,
  -- The week's Monday in India, e.g. 2026-11-23.
  week text not null check (length(week) = 10),
  -- Folded as the search compares words, joined by spaces.
  term text not null check (length(term) between 1 and 80),
  missed integer not null check (missed >= 0),
  forgiven integer not null check (forgiven >= 0),
  unique (week, term)
) strict;

-- Words and phrases that mean the same to the search.
create table search_synonyms (
  id integer primary key autoincrement,
  created_at text not null,
  updated_at text not null
) strict;

create table search_synonym_phrases (
  synonym_id integer not null references search_synonyms (id) on delete cascade,
  position integer not null check (position >= 0),
  -- As staff typed it.
  phrase text not null check (length(phrase) between 1 and 60),
  -- Folded as the search compares words, joined by spaces. A phrase is in one synonym only.
  phrase_key text not null unique check (length(phrase_key) >= 1),
  primary key (synonym_id, position)
) strict, without rowid;

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

-- Titles that somebody asked for because the shop does not have them (domain/wanted-titles).
create table wanted_titles (
  id integer primary key autoincrement,
  -- As typed.
  title text not null check (length(title) between 1 and 200),
  -- Its words as the search compares them: what is asked for under one key is one title.
  title_key text not null check (length(title_key) >= 1),
  -- As typed; empty if unknown.
  author text not null check (length(author) <= 100),
  email text not null check (email = lower(trim(email))),
  requested_at text not null,
  -- When staff said that the shop has it.
  answered_at text,
  -- The book that it has; null before that, or if the book is deleted.
  book_id integer references books on delete set null,
  -- When the mail was written.
  told_at text
) strict;
create index wanted_titles_by_email on wanted_titles (email);
create index wanted_titles_by_book on wanted_titles (book_id) where book_id is not null;
create index wanted_titles_to_tell on wanted_titles (answered_at) where told_at is null and answered_at is not null;
create unique index wanted_titles_waiting on wanted_titles (title_key, email) where answered_at is null;

-- The facets of all books (domain/catalogue/facets/), packed, for processes that start. They are made from the other tables,
-- so a copy of the shop goes without them.
create table shelf_parts (
  part integer primary key,
  data blob not null
) strict;

create table shelf_version (
  id integer primary key check (id = 1),
  layout text not null,
  -- the catalogue's, whose changes all parts have; -1: they are not complete
  version integer not null
) strict;

-- The pairs of an order, from both sides. Only the first 20 lines count, since the number of pairs grows quadratically.
create view order_pairs as
  select one.order_id, one.book_id, other.book_id as other_id
  from
    (select order_id, book_id, row_number() over (partition by order_id order by id) as place from order_lines) as one
    join
    (select order_id, book_id, row_number() over (partition by order_id order by id) as place from order_lines) as other
    on other.order_id = one.order_id and other.book_id <> one.book_id
  where one.place <= 20 and other.place <= 20;

-- A review counts for its book, and for the books for which its book's reviews count.
create view books_rated_by (book_id, rated_id) as
  select id, id from books
  union all
  select b.id, edition.id from books b
  join works w on w.id = b.work_id and w.pools_reviews = 1
  join books edition on edition.work_id = w.id and edition.id <> b.id
  where b.hidden = 0;

create view audit_search_text as select id, before, after from audit_entries;

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

create view book_authors as
  select c.book_id, c.author_id, c.position from book_contributors c
  where c.role = 'A01' or (
    c.role in ('B01', 'B10', 'C01')
    and not exists (select 1 from book_contributors a where a.book_id = c.book_id and a.role = 'A01')
    and not exists (
      select 1 from book_contributors e
      where e.book_id = c.book_id and e.author_id = c.author_id and e.position < c.position
        and e.role in ('B01', 'B10', 'C01')
    )
  );

-- Rows that every shop has

insert into catalogue_version (id, version) values (1, 1);
insert into home_draft (id) values (1);
insert into shelf_version (id, layout, version) values (1, '', -1);
