-- Pictures that an import named by address: the shop fetches them after the import. What was fetched for a book is not
-- fetched again for it.
create table picture_fetches (
  id integer primary key,
  bulk_change_id integer not null references bulk_changes on delete cascade,
  book_id integer not null references books on delete cascade,
  position integer not null,                -- in the file; 0 is the cover
  address text not null check (length(address) between 1 and 2000),
  state text not null default 'waiting' check (state in ('waiting', 'done', 'refused')),
  problem text,                             -- why it was refused, or is tried again
  attempts integer not null default 0,
  next_try_at text not null,
  put text,                                 -- JSON: the cover or picture that it became, for undoing
  unique (bulk_change_id, book_id, position)
) strict;
create index picture_fetches_due on picture_fetches (next_try_at, id) where state = 'waiting';
create index picture_fetches_by_book on picture_fetches (book_id);
create index picture_fetches_by_state on picture_fetches (bulk_change_id, state, id);
