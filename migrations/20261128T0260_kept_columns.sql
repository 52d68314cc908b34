-- How staff last named or chose the columns of a list, as JSON, so that the next one needs no questions.
create table kept_columns (
  list text primary key check (list in ('manifest', 'remittance')),
  columns text not null check (json_valid(columns))
) strict;
