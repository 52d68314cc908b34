-- Orders, payments and payment events store the name of their gateway, without a CHECK. The program defines the
-- gateways (app/domain/payments/payment-providers.ts), so a new one needs no migration.

-- orders.gateway had a CHECK with the first names. The table is not rebuilt: that would delete its order lines, because
-- dropping a table deletes its rows first, and foreign keys cannot be switched off within a transaction, which every
-- migration runs in. A new column takes the old one's place instead. Dropping a column takes the column's own CHECK
-- along and leaves the table's rows, indexes and triggers as they are (sqlite.org/lang_altertable.html, section 5); no
-- trigger of the table fires on this update. An added column needs a default: '' is no gateway, and such an order could
-- not be paid.
alter table orders add column gateway_name text not null default '';
update orders set gateway_name = gateway;
alter table orders drop column gateway;
alter table orders rename column gateway_name to gateway;

alter table payments add column gateway text not null default '';
update payments set gateway = (select gateway from orders where orders.id = payments.order_id);

-- An event's id is its gateway's: two gateways may use the same. No table refers to this one, and it has no triggers, so
-- it can be rebuilt. The events of the sandbox are those that it has sent.
create table payment_events_named (
  id integer primary key,
  gateway text not null,
  event_id text not null,
  kind text not null,
  body text not null,
  received_at text not null,
  processed_at text,
  attempts integer not null default 0,
  next_try_at text not null,
  last_error text,
  unique (gateway, event_id)
) strict;
insert into payment_events_named (id, gateway, event_id, kind, body, received_at, processed_at, attempts, next_try_at, last_error)
  select id, case when event_id in (select event_id from sandbox_webhooks) then 'sandbox' else 'razorpay' end,
    event_id, kind, body, received_at, processed_at, attempts, next_try_at, last_error
  from payment_events;
drop table payment_events;
alter table payment_events_named rename to payment_events;
create index payment_events_waiting on payment_events (next_try_at) where processed_at is null;
