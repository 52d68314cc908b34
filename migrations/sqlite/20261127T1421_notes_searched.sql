-- Orders are found by staff's notes too.
drop view order_search_text;
-- A mobile is found by its digits, however it was typed: all of them, or the ten without the country code.
create view order_search_text as
  select o.id, o.invoice_no as invoice,
    o.fullname || ' ' || a.first_name || ' ' || a.last_name as names,
    o.email || ' ' || a.email as emails,
    replace(replace(replace(replace(replace(o.mobile, ' ', ''), '-', ''), '+', ''), '(', ''), ')', '') || ' ' ||
      substr(replace(replace(replace(replace(replace(o.mobile, ' ', ''), '-', ''), '+', ''), '(', ''), ')', ''), -10) as mobile,
    o.place || ' ' || o.state_name || ' ' || o.pincode as place,
    o.tracking_no || ' ' || o.tracking_key as tracking,
    coalesce(o.gateway_order_id, '') || ' ' || coalesce(
      (select group_concat(p.gateway_payment_id, ' ') from payments p where p.order_id = o.id), '') as payments,
    (select group_concat(l.title, ' ') from order_lines l where l.order_id = o.id) as titles,
    o.coupon_code as coupon,
    (select group_concat(json_extract(e.detail, '$.note'), ' ') from order_events e
      where e.order_id = o.id and e.kind = 'note') as notes
  from orders o join accounts a on a.id = o.account_id
  where o.is_test = 0;
create trigger order_events_searched_i after insert on order_events when new.kind = 'note' begin
  insert or ignore into search_queue values ('orders', new.order_id);
end;
