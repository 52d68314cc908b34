-- Without where NULLs come: the column has none (db/postgres/never-null.ts).
drop index wanted_titles_waiting;
create unique index wanted_titles_waiting on wanted_titles (title_key, email nulls first) where answered_at is null;
