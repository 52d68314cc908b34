-- How many codes were made for the order so far.
alter table order_confirmations add column codes integer not null default 1;
