-- What was received at the door so far, before refunds.
alter table orders add column door_received integer not null default 0 check (door_received between 0 and due_at_door);

-- Of money that did not come through a payment provider ('cash' at the door, 'transfer' to the shop): its reference, the day in
-- India on which it came, and who recorded it.
alter table payments add column reference text check (length(reference) between 1 and 60);
alter table payments add column received_on text;
alter table payments add column recorded_by integer references accounts on delete set null;
create index payments_by_reference on payments (reference) where reference is not null;
create index payments_by_recorder on payments (recorded_by) where recorded_by is not null;

-- A refund of such money is paid back by hand: how, as staff wrote it down.
alter table refunds add column paid_back text check (length(paid_back) between 1 and 60);
-- The refund of a return may be of two payments: what was paid online, and at the door.
drop index refunds_by_return;
create unique index refunds_by_return on refunds (return_id, payment_id) where return_id is not null and retry_of is null;

-- With what a customer confirms an order that is paid at the door: a code or a link, both from one mail. Removed when it is used.
create table order_confirmations (
  order_id integer primary key references orders on delete cascade,
  code_hash text not null,
  token_hash text not null unique,
  -- Wrong codes so far.
  tries integer not null default 0,
  created_at text not null
) strict;

-- Lists of the money that a carrier has collected at doors, as staff uploaded them.
create table remittances (
  id integer primary key autoincrement,
  name text not null check (length(name) between 1 and 120),
  -- Of the file's bytes: a list is uploaded once.
  content_hash text not null unique,
  -- Rows with order, tracking number, amount, reference and date, as they were read.
  lines text not null check (json_valid(lines)),
  uploaded_at text not null,
  uploaded_by integer references accounts on delete set null,
  -- When its receipts were recorded last; null: only looked at so far.
  recorded_at text,
  recorded_by integer references accounts on delete set null
) strict;
create index remittances_by_time on remittances (uploaded_at desc, id desc);
create index remittances_by_uploader on remittances (uploaded_by) where uploaded_by is not null;
create index remittances_by_recorder on remittances (recorded_by) where recorded_by is not null;

-- Open and refused parcels of a customer, a phone and a place.
create index orders_at_door on orders (account_id, state) where payment_way = 'cod';
create index orders_at_door_by_phone on orders (mobile, state) where payment_way = 'cod';
create index orders_at_door_by_pin on orders (pincode, refused_at) where payment_way = 'cod';
-- Money that is still with carriers.
create index orders_cash_due on orders (id, state) where payment_way = 'cod' and door_received < due_at_door;
