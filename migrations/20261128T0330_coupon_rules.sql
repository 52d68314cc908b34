-- One table of rules for all coupons: what they give, on which books, and to whom.
-- Of kind 'copies' (three for two): so many copies are a set, of which `value` are free; null: of another kind.
alter table coupons add column set_size integer check (set_size is null or set_size between 2 and 20);
-- The books that it is for; what they are stands in coupon_targets.
alter table coupons add column scope text not null default 'all' check (scope in ('all', 'books', 'authors', 'tags'));
-- Copies of these books.
alter table coupons add column least_copies integer not null default 1 check (least_copies between 1 and 10000);
-- Only for the members of this customer group; null: for everybody.
alter table coupons add column group_id integer references customer_groups;
-- 1: it needs no code; of all that apply the one that takes off most holds.
alter table coupons add column automatic integer not null default 0 check (automatic in (0, 1));
create index coupons_automatic on coupons (automatic) where automatic = 1;
create index coupons_by_group on coupons (group_id) where group_id is not null;

create table coupon_targets (
  id integer primary key autoincrement,
  coupon_id integer not null references coupons on delete cascade,
  for_book integer references books on delete cascade,
  for_author integer references authors on delete cascade,
  for_tag integer references tags on delete cascade,
  check (
    (case when for_book is null then 0 else 1 end) + (case when for_author is null then 0 else 1 end)
      + (case when for_tag is null then 0 else 1 end) = 1
  )
) strict;
create index coupon_targets_by_coupon on coupon_targets (coupon_id);
create index coupon_targets_by_book on coupon_targets (for_book) where for_book is not null;
create index coupon_targets_by_author on coupon_targets (for_author) where for_author is not null;
create index coupon_targets_by_tag on coupon_targets (for_tag) where for_tag is not null;

-- What the coupon was when the order was placed (`KeptRule`): a change of the order follows it. null: an order from before.
alter table coupon_uses add column rule text check (rule is null or json_valid(rule));

-- Paise: what the coupon takes off this line. The rest of the order's discount is shared by the prices of all lines: all of it in an
-- order from before.
alter table order_lines add column discount integer not null default 0 check (discount >= 0);
