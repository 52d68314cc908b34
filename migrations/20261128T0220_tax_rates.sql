-- Rates of tax by HSN code, each from a day on: of a book without a rate of its own. No row: all books have the settings' rate.
create table tax_rates (
  id integer primary key autoincrement,
  -- Its first digits.
  hsn text not null check (length(hsn) between 2 and 8),
  -- In India.
  from_day text not null check (from_day glob '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  -- Hundredths of a per cent.
  rate integer not null check (rate between 0 and 10000),
  -- printed: only of an e-book whose work has a printed edition.
  condition text not null check (condition in ('any', 'printed')),
  -- Where the rate stands, for the accountant.
  note text not null default '' check (length(note) <= 300),
  unique (hsn, condition, from_day)
) strict;
