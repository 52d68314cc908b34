-- The tracking number in a comparable form: staff are asked about two parcels with the same number.
alter table orders add column tracking_key text generated always as (upper(replace(tracking_no, ' ', ''))) virtual;
create index orders_by_tracking on orders (tracking_key, logistics_provider_id) where tracking_no is not null;
