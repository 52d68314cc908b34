-- Coupons. Money is integer paise, a percentage is in hundredths of a per cent.
create table coupons (
  id integer primary key,
  code text not null unique check (code = upper(trim(code)) and length(code) between 3 and 30),
  description text not null default '',
  kind text not null check (kind in ('percentage', 'amount')),
  value integer not null check (value > 0 and (kind = 'amount' or value <= 10000)),
  most_discount integer check (most_discount > 0),           -- of a percentage
  minimum_subtotal integer not null default 0 check (minimum_subtotal >= 0),
  starts_at text,                                             -- the first moment; null: at once
  ends_at text,                                               -- the moment it is over; null: never
  total_limit integer check (total_limit > 0),                -- orders; null: no limit
  customer_limit integer check (customer_limit > 0),          -- orders of one customer; null: no limit
  active integer not null default 1 check (active in (0, 1)),
  use_count integer not null default 0 check (use_count >= 0),  -- unreleased uses; kept by triggers
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;
create index coupons_by_time on coupons (created_at desc, id desc);

-- An order with a coupon holds a use of it, as it holds its copies; the use is released if the order is cancelled
-- unpaid or before it was packed.
create table coupon_uses (
  order_id integer primary key references orders on delete cascade,
  coupon_id integer not null references coupons,
  account_id integer not null references accounts,
  discount integer not null check (discount >= 0),
  used_at text not null,
  released_at text
) strict;
create index coupon_uses_held on coupon_uses (coupon_id, account_id) where released_at is null;
create index coupon_uses_by_coupon on coupon_uses (coupon_id, used_at desc);
create index coupon_uses_by_account on coupon_uses (account_id);
create trigger coupon_uses_i after insert on coupon_uses when new.released_at is null begin
  update coupons set use_count = use_count + 1 where id = new.coupon_id;
end;
create trigger coupon_uses_release after update of released_at on coupon_uses
when (old.released_at is null) <> (new.released_at is null) begin
  update coupons set use_count = use_count + iif(new.released_at is null, 1, -1) where id = new.coupon_id;
end;
-- A cancelled order releases the use. If a late payment revives the order, it is held again, since that payment was for
-- the lower total. (A cancelled order that was refunded becomes 'refunded'; the use stays released.)
create trigger orders_coupon_release after update of state on orders
when new.state = 'cancelled' and old.state <> 'cancelled' begin
  update coupon_uses set released_at = coalesce(new.cancelled_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
  where order_id = new.id and released_at is null;
end;
create trigger orders_coupon_retake after update of state on orders
when old.state = 'cancelled' and new.state = 'paid' begin
  update coupon_uses set released_at = null where order_id = new.id;
end;

alter table carts add column coupon_id integer references coupons on delete set null;
create index carts_by_coupon on carts (coupon_id) where coupon_id is not null;
alter table orders add column coupon_code text;               -- as it was when the order was placed
