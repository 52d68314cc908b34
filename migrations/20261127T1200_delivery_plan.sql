-- Zones, methods and rates of delivery: one document, which is read and saved as a whole (app/domain/sales/delivery/plan.ts).
create table delivery_plan (
  id integer primary key check (id = 1),
  plan text not null check (json_valid(plan)),
  -- Rises with each change: a form that was opened before another's change is refused.
  version integer not null,
  updated_at text not null
) strict;

-- How an order is paid. An order paid at the door is 'pending' until it is confirmed, and 'paid' from then on.
alter table orders add column payment_way text not null default 'online' check (payment_way in ('online', 'cod', 'transfer'));
-- Part of the total that is paid when the parcel arrives. The rest is paid before.
alter table orders add column due_at_door integer not null default 0 check (due_at_door between 0 and total);
-- Part of `shipping`: the fee for paying at the door.
alter table orders add column cod_fee integer not null default 0 check (cod_fee between 0 and shipping);
-- The method of delivery as it was when the order was placed; all null where there was no plan.
alter table orders add column method_id integer;
alter table orders add column method_name text;
alter table orders add column method_carrier text;
-- The shop's hours of a method that is picked up at the shop; null: the parcel is sent.
alter table orders add column pick_up text;
-- The promise, as plain dates.
alter table orders add column promised_from text;
alter table orders add column promised_by text;
alter table orders add column parcel_grams integer check (parcel_grams > 0);
-- The parcel was refused at the door, and came back.
alter table orders add column refused_at text;
