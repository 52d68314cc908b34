-- An order is found by the number of each of its parcels. One that was corrected, or whose parcel did not leave, finds nothing.
drop view order_search_text;
-- A mobile is found by its digits, however it was typed: all of them, or the ten without the country code.
create view order_search_text as
  select o.id, o.invoice_no as invoice,
    o.fullname || ' ' || a.first_name || ' ' || a.last_name as names,
    o.email || ' ' || a.email as emails,
    replace(replace(replace(replace(replace(o.mobile, ' ', ''), '-', ''), '+', ''), '(', ''), ')', '') || ' ' ||
      substr(replace(replace(replace(replace(replace(o.mobile, ' ', ''), '-', ''), '+', ''), '(', ''), ')', ''), -10) as mobile,
    o.place || ' ' || o.state_name || ' ' || o.pincode as place,
    coalesce(o.tracking_no || ' ' || o.tracking_key, '') || ' ' || coalesce(
      (select group_concat(p.tracking_no || ' ' || upper(replace(p.tracking_no, ' ', '')), ' ') from parcels p
        where p.order_id = o.id), '') as tracking,
    coalesce(o.gateway_order_id, '') || ' ' || coalesce(
      (select group_concat(p.gateway_payment_id, ' ') from payments p where p.order_id = o.id), '') as payments,
    (select group_concat(l.title, ' ') from order_lines l where l.order_id = o.id) as titles,
    o.coupon_code as coupon,
    (select group_concat(json_extract(e.detail, '$.note'), ' ') from order_events e
      where e.order_id = o.id and e.kind = 'note') as notes,
    (select group_concat(d.number, ' ') from documents d where d.order_id = o.id) as documents,
    o.buyer_gstin || ' ' || o.buyer_reference || ' ' || o.buyer_name as buyer
  from orders o join accounts a on a.id = o.account_id
  where o.is_test = 0;
create trigger parcels_searched_i after insert on parcels when new.tracking_no is not null begin
  insert or ignore into search_queue values ('orders', new.order_id);
end;
create trigger parcels_searched_u after update of tracking_no on parcels begin
  insert or ignore into search_queue values ('orders', new.order_id);
end;
create trigger parcels_searched_d after delete on parcels when old.tracking_no is not null begin
  insert or ignore into search_queue values ('orders', old.order_id);
end;

insert or ignore into search_queue select 'orders', p.order_id from parcels p join orders o on o.id = p.order_id
  where p.tracking_no is distinct from o.tracking_no;
