-- The orders' desk: who asked for a refund and why, what was tried again, and what the list of orders reads.

alter table refunds add column note text not null default '';                                -- staff's reason, in their words
alter table refunds add column requested_by integer references accounts on delete set null;  -- the member of staff
-- The refund that failed at the gateway and is tried anew by this one, under a key of its own; once each.
alter table refunds add column retry_of integer references refunds;
create unique index refunds_by_retry on refunds (retry_of) where retry_of is not null;
create index refunds_by_staff on refunds (requested_by) where requested_by is not null;
create index refunds_by_status on refunds (status, payment_id);

-- The list of orders finds its page in these alone, whatever it is narrowed and sorted by.
drop index orders_by_time;
drop index orders_by_total;
create index orders_by_time on orders (placed_at desc, id desc, state, total);
create index orders_by_number on orders (id, state, placed_at);
create index orders_by_total on orders (total, id, state, placed_at);
create index orders_by_state_and_time on orders (state, placed_at desc, id desc);
create index orders_by_state_and_total on orders (state, total, id, placed_at);
create index orders_by_destination on orders (state, state_name, placed_at desc, id desc);
