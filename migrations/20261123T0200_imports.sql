-- Books changed by the thousand. What would change stands in bulk_change_rows before anything is written; then it is
-- written batch by batch, and can be undone. Today each is an import of a file (domain/imports/runs).
create table bulk_changes (
  -- An id is never given twice: the audit log names it.
  id integer primary key autoincrement,
  kind text not null check (kind in ('import', 'edit')),
  status text not null check (status in
    ('uploaded', 'planning', 'planned', 'importing', 'imported', 'cancelled', 'failed', 'undoing', 'undone')),
  account_id integer references accounts on delete set null,
  actor text not null,                      -- who it was, as they were called then
  file_name text not null check (length(file_name) between 1 and 200),
  file text,                                -- its name in DATA_DIR/imports/; null: removed
  format text not null,
  columns text not null,                    -- JSON: the heading
  mode text,                                -- null: not chosen yet
  mapping text,                             -- JSON
  created_at text not null,
  asked_at text,                            -- when the present step was asked for: they take turns
  planned_at text,
  started_at text,
  ended_at text,
  -- Of the present step, in rows.
  done integer not null default 0,
  rows integer,                             -- null: not known yet
  -- Rows by what becomes of them; of what is written, those that were.
  added integer not null default 0,
  changed integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  written integer not null default 0,
  names_created integer not null default 0,
  undone integer not null default 0,
  not_undone integer not null default 0,
  problem text,                             -- why it failed
  -- The process that works at it, and until when the others leave it alone.
  holder text,
  held_until text,
  report_removed_at text
) strict;
create index bulk_changes_by_turn on bulk_changes (asked_at, id) where status in ('planning', 'importing', 'undoing');
create index bulk_changes_by_columns on bulk_changes (columns, id) where mapping is not null;

create table bulk_change_rows (
  bulk_change_id integer not null references bulk_changes on delete cascade,
  position integer not null,                -- in the file, from 0
  row integer not null,                     -- as the file counts
  reference text,
  title text not null,
  outcome text not null check (outcome in ('added', 'changed', 'unchanged', 'refused')),
  book_id integer,                          -- null: a new book that was not added yet
  changes text not null,                    -- JSON, as the book's history would show them; long texts are cut
  problems text not null,                   -- JSON
  warnings text not null,                   -- JSON
  state text check (state in ('written', 'undone', 'left')),
  before text,                              -- JSON: the values that were replaced, for undoing
  -- The book as this row left it: it is undone only while it still is so.
  version integer,
  stock integer,
  hidden integer,
  left_because text,                        -- why it was not undone
  primary key (bulk_change_id, position)
) strict;
create index bulk_change_rows_by_outcome on bulk_change_rows (bulk_change_id, outcome, position);
create index bulk_change_rows_by_state on bulk_change_rows (bulk_change_id, state, position) where state is not null;

-- Names in the file that the shop does not have, and names that are too long for it.
create table bulk_change_names (
  id integer primary key,
  bulk_change_id integer not null references bulk_changes on delete cascade,
  kind text not null,                       -- 'author', 'publisher' … or 'title'
  name text not null,
  too_long integer not null check (too_long in (0, 1))
) strict;
create index bulk_change_names_by_kind on bulk_change_names (bulk_change_id, too_long, kind, id);
