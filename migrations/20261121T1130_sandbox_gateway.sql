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
  card_last4 text check (length(card_last4) = 4),  -- all that is kept of a card's number
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
  request_hash text not null,               -- a second request with the same key must have the same body
  created_at text not null,
  process_at text not null
) strict, without rowid;
create index sandbox_refunds_waiting on sandbox_refunds (process_at) where status = 'pending';

-- One row per event, delivered to the shop's webhook until it answers 2xx or a day has passed.
create table sandbox_webhooks (
  id integer primary key,
  event_id text not null unique,
  event text not null,
  body text not null,
  created_at text not null,
  attempts integer not null default 0,
  next_try_at text,                         -- null: delivered, or given up
  delivered_at text,
  last_error text
) strict;
create index sandbox_webhooks_waiting on sandbox_webhooks (next_try_at) where next_try_at is not null;
