-- Why the last try to pay an order came to nothing, as its customer was told: it stays on the checkout until the order
-- is paid or its time is over.
alter table orders add column payment_problem text check (length(payment_problem) <= 400);
