-- Paise: only for customers whose orders came to this before; 0: for everybody.
alter table coupons add column least_bought integer not null default 0 check (least_bought between 0 and 10000000);
