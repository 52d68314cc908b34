-- Files name other editions of a book by ISBN. One that neither shop nor file has by then may come later in the file: the
-- row that names it waits here, so that the import links the two when it comes.
create table bulk_change_editions (
  bulk_change_id integer not null references bulk_changes on delete cascade,
  position integer not null,                -- of the row that names it
  isbn text not null                        -- thirteen digits if it is valid
) strict;
create index bulk_change_editions_by_isbn on bulk_change_editions (bulk_change_id, isbn);
-- JSON: the work into which this row put books, these books, and all books of the work then; for undoing.
alter table bulk_change_rows add column linked text;
