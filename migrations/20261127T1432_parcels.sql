-- What was sent of an order: one parcel, or several.
create table parcels (
  id integer primary key autoincrement,
  order_id integer not null references orders on delete cascade,
  -- 1, 2, 3 within the order
  number integer not null check (number > 0),
  logistics_provider_id integer references logistics_providers,
  tracking_no text,
  weight_g integer check (weight_g > 0),
  sent_at text not null,
  delivered_at text,
  -- It never arrived: its copies can be sent again.
  lost_at text,
  -- It was refused at the door, and its copies are in stock again.
  returned_at text,
  unique (order_id, number)
) strict;
create index parcels_by_provider on parcels (logistics_provider_id);
create table parcel_lines (
  parcel_id integer not null references parcels on delete cascade,
  order_line_id integer not null references order_lines on delete cascade,
  quantity integer not null check (quantity > 0),
  -- Those of them that were taken from the stock for this parcel, in place of lost ones.
  from_stock integer not null default 0 check (from_stock between 0 and quantity),
  primary key (parcel_id, order_line_id)
) strict;
create index parcel_lines_by_line on parcel_lines (order_line_id);

-- Orders that were sent before have one parcel, with all that was not refunded by then.
insert into parcels (order_id, number, logistics_provider_id, tracking_no, sent_at, delivered_at, returned_at)
  select id, 1, logistics_provider_id, tracking_no, shipped_at, delivered_at, refused_at
  from orders where shipped_at is not null;
insert into parcel_lines (parcel_id, order_line_id, quantity)
  select parcel_id, line_id, copies from (
    select p.id as parcel_id, l.id as line_id, l.quantity - coalesce((
      select sum(r.quantity) from refund_lines r join refunds f on f.id = r.refund_id
      where r.order_line_id = l.id and f.created_at < p.sent_at
    ), 0) as copies
    from parcels p join order_lines l on l.order_id = p.order_id
  ) sent where copies > 0;
