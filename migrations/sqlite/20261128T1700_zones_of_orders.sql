insert into methods_of_plan
  select json_extract(m.value, '$.id'), json_extract(z.value, '$.id')
  from delivery_plan p, json_each(p.plan, '$.zones') z, json_each(z.value, '$.methods') m;
update orders set zone_id = (select zone_id from methods_of_plan m where m.method_id = orders.method_id)
  where method_id is not null;
drop table methods_of_plan;
create index orders_by_zone on orders (zone_id, placed_at desc, id desc) where zone_id is not null;
