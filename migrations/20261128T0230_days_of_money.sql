-- The day in India on which the money of a payment came, and on which that of a refund went back; null: it has not. It
-- decides the month, and later news of the payment or the refund do not change it.
alter table payments add column money_on text;
alter table refunds add column money_on text;
create index payments_by_day on payments (money_on, id) where money_on is not null;
create index refunds_by_day on refunds (money_on, id) where money_on is not null;
