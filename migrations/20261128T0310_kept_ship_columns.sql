-- The columns of lists of parcels are kept as well.
create table kept_columns_before as select * from kept_columns;
drop table kept_columns;
create table kept_columns (
  list text primary key check (list in ('manifest', 'remittance', 'ship')),
  columns text not null check (json_valid(columns))
) strict;
insert into kept_columns (list, columns) select list, columns from kept_columns_before;
drop table kept_columns_before;
