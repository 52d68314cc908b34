-- What an event of a gateway is about, from when it is stored: the payment that it refunds, or the order that it pays, by its
-- id at the gateway. Nothing is done with an order while an event about it is unread. Null: nothing of the shop's.
alter table payment_events add column about text;
update payment_events set about = waits_for where processed_at is null;
create index payment_events_unread on payment_events (about) where processed_at is null;
