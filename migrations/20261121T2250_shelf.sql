-- Books put aside from the cart.
create table saved_items (
  account_id integer not null references accounts on delete cascade,
  book_id integer not null references books on delete cascade,
  quantity integer not null check (quantity >= 1),
  saved_at text not null,
  primary key (account_id, book_id)
) strict, without rowid;
create index saved_items_by_book on saved_items (book_id);

-- Who wants to be told once when a book that is out of stock can be had again.
create table stock_alerts (
  id integer primary key,
  book_id integer not null references books on delete cascade,
  email text not null check (email = lower(trim(email))),
  account_id integer references accounts on delete cascade,
  requested_at text not null,
  told_at text
) strict;
create unique index stock_alerts_waiting on stock_alerts (book_id, email) where told_at is null;
create index stock_alerts_by_account on stock_alerts (account_id) where account_id is not null;
create index stock_alerts_by_email on stock_alerts (email);

-- How many paid orders held both books; each pair stands twice, once from each side.
create table bought_together (
  book_id integer not null references books on delete cascade,
  other_id integer not null references books on delete cascade,
  order_count integer not null check (order_count >= 0),
  primary key (book_id, other_id),
  check (book_id <> other_id)
) strict, without rowid;
create index bought_together_by_count on bought_together (book_id, order_count desc, other_id);
create index bought_together_by_other on bought_together (other_id);
