-- A test purchase is an order with a mark: it goes the way of every payment, but is no sale. It has no lines and no invoice,
-- and no list, count or search has it (app/domain/sales/orders/no-test.server.ts).
alter table orders add column is_test integer not null default 0 check (is_test in (0, 1));
create index orders_of_tests on orders (id) where is_test = 1;
