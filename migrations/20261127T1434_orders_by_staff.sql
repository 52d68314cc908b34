-- Who of the staff has placed the order for its customer; null: the customer did.
alter table orders add column placed_by integer references accounts on delete set null;
create index orders_by_staff on orders (placed_by) where placed_by is not null;
