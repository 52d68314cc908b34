-- The message to the customer why the last attempt to pay failed: shown in the checkout until the order is paid or
-- lapses.
alter table orders add column payment_problem text check (length(payment_problem) <= 400);
