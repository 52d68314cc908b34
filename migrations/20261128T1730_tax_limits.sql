-- Limits of the tax law, each from a day on, where the shop has changed one: a row stands in place of the usual one of the same
-- day (app/domain/catalogue/books/tax/tax-limits.ts). No row: the usual ones count.
create table tax_limits (
  -- Worth of a sale that a return lists by itself, or turnover from which codes are longer.
  kind text not null check (kind in ('largeSale', 'longHsn')),
  -- In India.
  from_day text not null check (from_day glob '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  -- Paise.
  amount integer not null check (amount between 0 and 10000000000000),
  -- Where it stands, for the accountant.
  note text not null default '' check (length(note) <= 300),
  primary key (kind, from_day)
) strict;
