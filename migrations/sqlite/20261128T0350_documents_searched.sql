-- Orders are found by the numbers of all their documents, also of those that were replaced, and by whom the document is for.
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
      where e.order_id = o.id and e.kind = 'note') as notes,
    (select group_concat(d.number, ' ') from documents d where d.order_id = o.id) as documents,
    o.buyer_gstin || ' ' || o.buyer_reference || ' ' || o.buyer_name as buyer
  from orders o join accounts a on a.id = o.account_id
  where o.is_test = 0;
create trigger documents_searched_i after insert on documents when new.series <> 'invoice' begin
  insert or ignore into search_queue values ('orders', new.order_id);
end;
drop trigger orders_searched_u;
create trigger orders_searched_u after update of invoice_no, fullname, email, mobile, place, state_name, pincode,
  tracking_no, gateway_order_id, coupon_code, buyer_gstin, buyer_reference, buyer_name on orders begin
  insert or ignore into search_queue values ('orders', new.id);
end;

insert or ignore into search_queue select 'orders', order_id from documents where series <> 'invoice' or cancelled_at is not null
  union select 'orders', id from orders where buyer_gstin || buyer_reference || buyer_name <> '';
