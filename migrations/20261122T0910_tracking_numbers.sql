-- A parcel's number as it is compared: two parcels with one number are asked about.
alter table orders add column tracking_key text generated always as (upper(replace(tracking_no, ' ', ''))) virtual;
create index orders_by_tracking on orders (tracking_key, logistics_provider_id) where tracking_no is not null;
