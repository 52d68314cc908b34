drop view order_search_text;
create view order_search_text as
  select o.id, o.invoice_no as invoice,
    o.fullname || ' ' || a.first_name || ' ' || a.last_name as names,
    o.email || ' ' || a.email as emails,
    digits_of(o.mobile) || ' ' || right(digits_of(o.mobile), 10) as mobile,
    o.place || ' ' || o.state_name || ' ' || o.pincode as place,
    o.tracking_no || ' ' || o.tracking_key as tracking,
    coalesce(o.gateway_order_id, '') || ' ' || coalesce(
      (select string_agg(p.gateway_payment_id, ' ') from payments p where p.order_id = o.id), '') as payments,
    (select string_agg(l.title, ' ') from order_lines l where l.order_id = o.id) as titles,
    o.coupon_code as coupon,
    (select string_agg(e.detail::jsonb ->> 'note', ' ') from order_events e
      where e.order_id = o.id and e.kind = 'note') as notes
  from orders o join accounts a on a.id = o.account_id
  where o.is_test = 0;
create trigger order_events_searched after insert on order_events
  for each row when (new.kind = 'note') execute function queue_searched('orders', 'order_id');
