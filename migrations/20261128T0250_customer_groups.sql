-- Bookshops, libraries, schools …: what their members pay, and until when.
create table customer_groups (
  id integer primary key autoincrement,
  name text not null check (length(name) between 1 and 40),
  -- The name as it is compared: no two groups share it.
  name_key text not null unique,
  -- 0: it has ended. Its members stay listed, and pay what everybody pays.
  active integer not null default 1 check (active in (0, 1)),
  -- Paise: what a member may owe for orders on account; 0: nothing.
  credit_limit integer not null default 0 check (credit_limit >= 0),
  -- Days from the invoice until it is to be paid.
  credit_days integer not null default 30 check (credit_days between 0 and 365),
  invoice_by text not null default 'mail' check (invoice_by in ('mail', 'post')),
  created_at text not null,
  updated_at text not null
) strict;

-- Of a line's discounts whose least copies it has, those of the book come first, then its tags', then those of all books; of these
-- the highest holds.
create table group_discounts (
  id integer primary key autoincrement,
  group_id integer not null references customer_groups on delete cascade,
  -- Neither: all books. A tag that is deleted had no books.
  for_tag integer references tags on delete cascade,
  for_book integer references books on delete cascade,
  -- Hundredths of a per cent of the list price.
  rate integer not null check (rate between 1 and 9000),
  least_copies integer not null default 1 check (least_copies between 1 and 100000),
  created_at text not null,
  check (for_tag is null or for_book is null)
) strict;
create index group_discounts_by_group on group_discounts (group_id);
create index group_discounts_by_tag on group_discounts (for_tag) where for_tag is not null;
create index group_discounts_by_book on group_discounts (for_book) where for_book is not null;

alter table accounts add column group_id integer references customer_groups on delete set null;
-- The customer's own, in place of the group's; null: the group's.
alter table accounts add column credit_limit integer check (credit_limit is null or credit_limit >= 0);
alter table accounts add column credit_days integer check (credit_days is null or credit_days between 0 and 365);
create index accounts_by_group on accounts (group_id) where group_id is not null;
