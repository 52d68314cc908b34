-- The columns and indexes of the back office's lists of customers and reviews, and of the dashboard's sales.

-- All orders the customer has placed, in any state.
alter table accounts add column order_count integer not null default 0 check (order_count >= 0);
update accounts set order_count = (select count(*) from orders where account_id = accounts.id);
create trigger orders_count_i after insert on orders begin
  update accounts set order_count = (select count(*) from orders where account_id = new.account_id)
  where id = new.account_id;
end;
create trigger orders_count_d after delete on orders begin
  update accounts set order_count = (select count(*) from orders where account_id = old.account_id)
  where id = old.account_id;
end;

-- Customers, all of them or those of one status; newest first is accounts_by_role.
create index accounts_by_name on accounts (role, first_name collate nocase, last_name collate nocase);
create index accounts_by_orders on accounts (role, order_count);
create index accounts_by_status_and_time on accounts (role, status, created_at desc);
create index accounts_by_status_and_name
  on accounts (role, status, first_name collate nocase, last_name collate nocase);
create index accounts_by_status_and_orders on accounts (role, status, order_count);

create index reviews_by_rating on reviews (rating, updated_at);
create index reviews_hidden_by_rating on reviews (hidden, rating, updated_at);

-- Like orders_by_payment, with the amount.
create index orders_paid_amounts on orders (paid_at, total) where paid_at is not null;
