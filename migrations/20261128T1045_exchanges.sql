-- An order whose books are sent in exchange for books of another order: that order.
alter table orders add column exchange_of integer references orders;
create index orders_by_exchange on orders (exchange_of) where exchange_of is not null;

-- What a returned book cost pays for another one, and what is left of it goes back: two parts of one payment.
drop index refunds_by_return;
create unique index refunds_by_return on refunds (return_id, payment_id, reason) where return_id is not null and retry_of is null;
