-- The zone of the delivery plan by which an order was priced; null: without a plan, or by a method that the plan has no longer.
alter table orders add column zone_id integer;
create table methods_of_plan (
  method_id integer not null primary key,
  zone_id integer not null
) strict;
