-- An order that is a gift: its sender and a message stand on the packing slip, and no bill is put into the parcel.
alter table orders add column is_gift integer not null default 0 check (is_gift in (0, 1));
alter table orders add column gift_from text not null default '' check (length(gift_from) <= 100);
alter table orders add column gift_message text not null default '' check (length(gift_message) <= 300);
