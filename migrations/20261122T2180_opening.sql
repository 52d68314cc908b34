-- Going live: what staff tried and confirmed before the first sale, and test purchases of one rupee.

create table opening_checks (
  -- As in app/domain/opening/opening.ts: tax, legal, backup, keys.
  name text primary key,
  -- 1: it went well, or somebody has confirmed it.
  is_ok integer not null check (is_ok in (0, 1)),
  -- What came of it, as a sentence.
  note text not null default '',
  -- What it was about, e.g. the key of the gateway. When that has changed, the check no longer counts.
  about text not null default '',
  account_id integer references accounts on delete set null,   -- the member of staff
  checked_at text not null
) strict, without rowid;

-- Not orders: no invoice number, no stock, no sales figure.
create table test_purchases (
  id integer primary key,
  gateway text not null,
  receipt text not null unique,
  amount integer not null check (amount >= 100),               -- paise
  gateway_order_id text unique,                                -- null: the gateway has not answered yet
  account_id integer references accounts on delete set null,   -- the member of staff
  started_at text not null,
  expires_at text not null,                                    -- until then the page offers to pay it
  asked_at text                                                -- when the gateway was last asked about it
) strict;
create index test_purchases_by_start on test_purchases (started_at);

-- Attempts to pay a test purchase. Each captured one is refunded once.
create table test_payments (
  id integer primary key,
  purchase_id integer not null references test_purchases on delete cascade,
  gateway_payment_id text not null unique,
  status text not null check (status in ('created', 'authorized', 'captured', 'refunded', 'failed')),
  method text,
  error_description text,
  source text not null check (source in ('window', 'callback', 'webhook', 'reconciler')),  -- who first told of it
  webhook_at text,                                             -- when a signed webhook first told of it
  created_at text not null,
  updated_at text not null,
  refund_status text check (refund_status in ('queued', 'pending', 'processed', 'failed')),
  refund_key text unique,                                      -- for the gateway: a repeated call refunds once
  gateway_refund_id text unique,
  failed_refund_id text,                                       -- the earlier refund that failed, when it is tried again
  refund_attempts integer not null default 0,
  refund_next_try_at text,
  refund_error text,
  refunded_at text,
  check ((refund_status is null) = (refund_next_try_at is null))
) strict;
create index test_payments_by_purchase on test_payments (purchase_id);
create index test_payments_refunds on test_payments (refund_next_try_at) where refund_status in ('queued', 'pending');
