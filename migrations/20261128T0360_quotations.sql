-- Offers to customers, of which each becomes one order at most. A quotation holds no stock.
create table quotations (
  id integer primary key autoincrement,
  -- e.g. 'QT/26-27/000001'
  number text not null unique check (length(number) between 1 and 20),
  -- Of who made it and the form's random key: however often it is posted, there is one quotation. null: it came without a key.
  form_key text unique,
  account_id integer not null references accounts,
  created_by integer not null references accounts,
  created_at text not null,
  -- A plain date, the last on which it can be accepted.
  valid_until text not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'withdrawn')),
  -- What is ordered with it, as the form of an order by staff has it; null: its customer's account was deleted.
  wanted text check (wanted is null or json_valid(wanted)),
  -- Its lines with their prices, and what delivery costs.
  offer text not null check (json_valid(offer)),
  -- Paise.
  total integer not null check (total > 0),
  placed_order integer unique references orders,
  -- Who accepted it; '': nobody, or staff.
  accepted_by text not null default '' check (length(accepted_by) <= 100),
  -- When it was accepted or withdrawn.
  closed_at text,
  check ((state = 'accepted') = (placed_order is not null)),
  check ((state = 'open') = (closed_at is null))
) strict;
create index quotations_by_customer on quotations (account_id, id);
create index quotations_by_creator on quotations (created_by);
