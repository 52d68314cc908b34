-- What a payment service has paid to the shop's bank, and for what: from its reports, as they were uploaded. Paise.
create table settlements (
  id integer primary key autoincrement,
  -- As the service calls it.
  number text not null unique check (length(number) between 1 and 60),
  -- The day in India.
  settled_on text not null check (settled_on glob '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  -- The bank's number of the transfer; '': not told.
  utr text not null default '' check (length(utr) <= 60),
  added_at text not null,
  added_by integer references accounts on delete set null
) strict;
create index settlements_by_day on settlements (settled_on, id);
create index settlements_by_adder on settlements (added_by) where added_by is not null;

create table settlement_rows (
  id integer primary key autoincrement,
  settlement_id integer not null references settlements on delete cascade,
  -- 'payment', 'refund', or what else the service calls it.
  kind text not null check (length(kind) between 1 and 40),
  -- The service's id of the payment, refund …
  entity text not null check (length(entity) between 1 and 60),
  amount integer not null check (amount >= 0),
  -- The service's fee with the tax on it, and that tax alone.
  fee integer not null check (fee >= 0),
  tax integer not null check (tax between 0 and fee),
  -- What it takes from, and adds to, what is paid out.
  debit integer not null check (debit >= 0),
  credit integer not null check (credit >= 0),
  unique (settlement_id, kind, entity)
) strict;
create index settlement_rows_by_entity on settlement_rows (entity, kind);
