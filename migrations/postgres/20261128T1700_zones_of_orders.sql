insert into methods_of_plan
  select (m ->> 'id')::bigint, (z ->> 'id')::bigint
  from delivery_plan p, jsonb_array_elements(p.plan::jsonb -> 'zones') z, jsonb_array_elements(z -> 'methods') m;
update orders set zone_id = (select zone_id from methods_of_plan m where m.method_id = orders.method_id)
  where method_id is not null;
drop table methods_of_plan;
create index orders_by_zone on orders (zone_id, placed_at desc, id desc) where zone_id is not null;
