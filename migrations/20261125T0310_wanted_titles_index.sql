-- As it was: on PostgreSQL the index said where NULLs come, of a column that has none (db/postgres/never-null.ts).
drop index wanted_titles_waiting;
create unique index wanted_titles_waiting on wanted_titles (title_key, email) where answered_at is null;
