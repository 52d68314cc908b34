-- Orders on account: sent and invoiced at once, and paid later.

-- The plain date by which an order on account is to be paid.
alter table orders add column due_on text;
-- Paise: by how much staff have lowered what is to be paid for an order on account, such as for books that came back.
alter table orders add column credited integer not null default 0 check (credited between 0 and total);
create index orders_on_account on orders (account_id, id) where due_on is not null;

-- Money that came from a customer who buys on account. What of it is for which order are rows of payments.
create table account_receipts (
  id integer primary key autoincrement,
  account_id integer not null references accounts,
  -- The form's random key: however often it is posted, there is one receipt.
  form_key text not null unique,
  way text not null check (way in ('cash', 'upi', 'transfer', 'cheque')),
  amount integer not null check (amount > 0),
  -- '': none
  reference text not null default '' check (length(reference) <= 60),
  -- A plain date.
  received_on text not null,
  recorded_by integer references accounts on delete set null,
  created_at text not null,
  -- Taken back: it counts no more.
  taken_back_at text,
  taken_back_why text not null default ''
) strict;
create index account_receipts_by_account on account_receipts (account_id, id);
create index account_receipts_by_recorder on account_receipts (recorded_by) where recorded_by is not null;
alter table payments add column account_receipt integer references account_receipts on delete set null;
create index payments_by_account_receipt on payments (account_receipt) where account_receipt is not null;

-- What staff have lowered, and why. The sum of an order's is its `credited`.
create table account_credits (
  id integer primary key autoincrement,
  order_id integer not null references orders on delete cascade,
  form_key text not null unique,
  amount integer not null check (amount > 0),
  reason text not null check (length(reason) between 1 and 200),
  made_by integer references accounts on delete set null,
  created_at text not null
) strict;
create index account_credits_by_order on account_credits (order_id);
create index account_credits_by_maker on account_credits (made_by) where made_by is not null;
