-- An order is found by the number of each of its parcels. One that was corrected, or whose parcel did not leave, finds nothing.
drop view order_search_text;
create view order_search_text as
  select o.id, o.invoice_no as invoice,
    o.fullname || ' ' || a.first_name || ' ' || a.last_name as names,
    o.email || ' ' || a.email as emails,
    digits_of(o.mobile) || ' ' || right(digits_of(o.mobile), 10) as mobile,
    o.place || ' ' || o.state_name || ' ' || o.pincode as place,
    coalesce(o.tracking_no || ' ' || o.tracking_key, '') || ' ' || coalesce(
      (select string_agg(p.tracking_no || ' ' || upper(replace(p.tracking_no, ' ', '')), ' ') from parcels p
        where p.order_id = o.id), '') as tracking,
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
create trigger parcels_searched_i after insert or delete on parcels
  for each row execute function queue_searched('orders', 'order_id');
create trigger parcels_searched_u after update of tracking_no on parcels
  for each row execute function queue_searched('orders', 'order_id');

-- By the background work: a migration says nothing to the process that has it.
insert into search_later (subject, row_id)
  select distinct 'orders', p.order_id from parcels p join orders o on o.id = p.order_id
  where p.tracking_no is distinct from o.tracking_no
  on conflict do nothing;
