-- Saved items: books put aside from the cart.
create table saved_items (
  account_id integer not null references accounts on delete cascade,
  book_id integer not null references books on delete cascade,
  quantity integer not null check (quantity >= 1),
  saved_at text not null,
  primary key (account_id, book_id)
) strict, without rowid;
create index saved_items_by_book on saved_items (book_id);

-- Stock alerts: requests for one mail when a sold-out book is back.
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

-- The number of paid orders with both books; each pair has two rows, one from each side.
create table bought_together (
  book_id integer not null references books on delete cascade,
  other_id integer not null references books on delete cascade,
  order_count integer not null check (order_count >= 0),
  primary key (book_id, other_id),
  check (book_id <> other_id)
) strict, without rowid;
create index bought_together_by_count on bought_together (book_id, order_count desc, other_id);
create index bought_together_by_other on bought_together (other_id);

-- The pairs of an order, from both sides. Only the first 20 lines count, since the number of pairs grows quadratically.
create view order_pairs as
  select one.order_id, one.book_id, other.book_id as other_id
  from
    (select order_id, book_id, row_number() over (partition by order_id order by id) as place from order_lines) as one
    join
    (select order_id, book_id, row_number() over (partition by order_id order by id) as place from order_lines) as other
    on other.order_id = one.order_id and other.book_id <> one.book_id
  where one.place <= 20 and other.place <= 20;

-- An order counts once it is paid, while it is neither cancelled nor refunded in full.
create trigger orders_together_add after update of state on orders
when old.state in ('pending', 'cancelled', 'refunded') and new.state in ('paid', 'packed', 'shipped', 'delivered') begin
  insert into bought_together (book_id, other_id, order_count)
    select book_id, other_id, 1 from order_pairs where order_id = new.id
    on conflict do update set order_count = order_count + 1;
  update catalogue_version set version = version + 1;
end;
create trigger orders_together_take_back after update of state on orders
when old.state in ('paid', 'packed', 'shipped', 'delivered') and new.state in ('pending', 'cancelled', 'refunded') begin
  delete from bought_together
    where order_count <= 1 and (book_id, other_id) in (select book_id, other_id from order_pairs where order_id = new.id);
  update bought_together set order_count = order_count - 1
    where (book_id, other_id) in (select book_id, other_id from order_pairs where order_id = new.id);
  update catalogue_version set version = version + 1;
end;

insert into bought_together (book_id, other_id, order_count)
  select p.book_id, p.other_id, count(*)
  from orders o join order_pairs p on p.order_id = o.id
  where o.state in ('paid', 'packed', 'shipped', 'delivered')
  group by p.book_id, p.other_id;
