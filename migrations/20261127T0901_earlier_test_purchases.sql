-- Those that were not orders become some. What is open lapses; a late payment still pays it.
insert into orders (account_id, state, cancel_reason, stock_held, is_test, item_count, subtotal, shipping, tax, total,
  fullname, address1, address2, place, state_name, pincode, mobile, email, gateway, receipt, gateway_order_id,
  placed_at, pay_by, paid_at)
select account_id,
  case when paid is null then 'cancelled' when is_back then 'refunded' else 'paid' end,
  case when paid is null then 'payment_timeout' end,
  0, 1, 1, amount, 0, 0, amount, '', '', '', '', '', '', '', '', gateway, receipt, gateway_order_id, started_at, expires_at, paid
from (
  select t.*,
    (select min(p.created_at) from test_payments p
      where p.purchase_id = t.id and p.status in ('captured', 'refunded')) as paid,
    not exists (select 1 from test_payments p
      where p.purchase_id = t.id and p.status = 'captured' and coalesce(p.refund_status, '') <> 'processed') as is_back
  from test_purchases t where t.account_id is not null
) as known order by id;

insert into payments (order_id, gateway, gateway_payment_id, amount, currency, status, method, error_description, created_at, updated_at)
select o.id, o.gateway, p.gateway_payment_id, o.total, 'INR', case when p.refund_status = 'processed' then 'refunded' else p.status end,
  p.method, p.error_description, p.created_at, p.updated_at
from test_payments p join test_purchases t on t.id = p.purchase_id join orders o on o.receipt = t.receipt order by p.id;

insert into order_events (order_id, kind, detail, actor, happened_at)
select p.order_id, 'paid', '{"source":"' || t.source || '"}', 'gateway', p.created_at
from payments p join test_payments t on t.gateway_payment_id = p.gateway_payment_id
where p.status in ('captured', 'refunded') order by p.id;

insert into refunds (order_id, payment_id, amount, reason, status, idempotency_key, gateway_refund_id, attempts, next_try_at, last_error, created_at, updated_at)
select p.order_id, p.id, p.amount, 'staff', t.refund_status, coalesce(t.refund_key, 'test_refund_' || t.id), t.gateway_refund_id,
  t.refund_attempts, t.refund_next_try_at, t.refund_error, t.updated_at, t.updated_at
from payments p join test_payments t on t.gateway_payment_id = p.gateway_payment_id
where t.refund_status is not null order by p.id;

drop table test_payments;
drop table test_purchases;
