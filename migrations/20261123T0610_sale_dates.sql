-- Sale prices with dates (docs/decisions/0028). sale_price is the price of the sale while it lasts, so that lists, carts and
-- orders read it as before. Of a sale with dates, planned_sale_price has what staff gave; a background task copies it to
-- sale_price on the first day, and empties that after the last.
alter table books add column sale_from text check (sale_from glob '????-??-??');
alter table books add column sale_until text check (sale_until glob '????-??-??' and (sale_from is null or sale_from <= sale_until));
alter table books add column planned_sale_price integer check (planned_sale_price between 0 and price);
create index books_by_planned_sale on books (id) where planned_sale_price is not null;
