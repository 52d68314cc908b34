-- Orders in the back office: who requested a refund and why, retries of refunds, and indexes of the list of orders.

alter table refunds add column note text not null default '';                                -- staff's reason, in their words
alter table refunds add column requested_by integer references accounts on delete set null;  -- the member of staff
-- The failed refund that this one retries with a new key; each is retried at most once.
alter table refunds add column retry_of integer references refunds;
create unique index refunds_by_retry on refunds (retry_of) where retry_of is not null;
create index refunds_by_staff on refunds (requested_by) where requested_by is not null;
create index refunds_by_status on refunds (status, payment_id);

-- Covering indexes: the list of orders finds its page in these for every filter and sort order.
drop index orders_by_time;
drop index orders_by_total;
create index orders_by_time on orders (placed_at desc, id desc, state, total);
create index orders_by_number on orders (id, state, placed_at);
create index orders_by_total on orders (total, id, state, placed_at);
create index orders_by_state_and_time on orders (state, placed_at desc, id desc);
create index orders_by_state_and_total on orders (state, total, id, placed_at);
create index orders_by_destination on orders (state, state_name, placed_at desc, id desc);
