-- Orders are found by the numbers of all their documents, also of those that were replaced, and by whom the document is for.
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
      where e.order_id = o.id and e.kind = 'note') as notes,
    (select string_agg(d.number, ' ') from documents d where d.order_id = o.id) as documents,
    o.buyer_gstin || ' ' || o.buyer_reference || ' ' || o.buyer_name as buyer
  from orders o join accounts a on a.id = o.account_id
  where o.is_test = 0;
create trigger documents_searched after insert on documents
  for each row when (new.series <> 'invoice') execute function queue_searched('orders', 'order_id');
drop trigger orders_searched_u on orders;
create trigger orders_searched_u after update of invoice_no, fullname, email, mobile, place, state_name, pincode,
  tracking_no, gateway_order_id, coupon_code, buyer_gstin, buyer_reference, buyer_name on orders
  for each row execute function queue_searched('orders', 'id');

insert into search_queue (subject, row_id) select 'orders', order_id from documents where series <> 'invoice' or cancelled_at is not null
  union select 'orders', id from orders where buyer_gstin || buyer_reference || buyer_name <> ''
  on conflict do nothing;
