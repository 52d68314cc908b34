-- Staff change an order before it is packed.
alter table orders add column changed_at text;
-- What the first payment at the payment service was asked to be; null: the total less what is due at the door, as long as the order
-- was not changed.
alter table orders add column first_due integer check (first_due >= 0);
-- Part of the total that a change has added, and that is paid before the parcel is packed: asked for by a link, or recorded by staff.
alter table orders add column balance_due integer not null default 0 check (balance_due between 0 and total);

-- What was asked for after a change, each a payment of its own at the payment service.
create table balances (
  id integer primary key autoincrement,
  order_id integer not null references orders on delete cascade,
  amount integer not null check (amount > 0),
  gateway text not null default '',
  gateway_order_id text unique,
  receipt text not null unique check (length(receipt) between 1 and 40),
  created_at text not null,
  -- It is paid, or another took its place: neither, and it is open.
  paid_at text,
  replaced_at text,
  check (paid_at is null or replaced_at is null)
) strict;
create unique index balances_open on balances (order_id) where paid_at is null and replaced_at is null;
create index balances_by_order on balances (order_id);
alter table payments add column balance_id integer references balances on delete set null;
create index payments_by_balance on payments (balance_id) where balance_id is not null;
