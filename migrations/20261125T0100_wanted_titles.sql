-- Titles that somebody asked for because the shop does not have them (domain/wanted-titles).
create table wanted_titles (
  id integer primary key,
  -- As typed.
  title text not null check (length(title) between 1 and 200),
  -- Its words as the search compares them: what is asked for under one key is one title.
  title_key text not null check (length(title_key) >= 1),
  -- As typed; empty if unknown.
  author text not null check (length(author) <= 100),
  email text not null check (email = lower(trim(email))),
  requested_at text not null,
  -- When staff said that the shop has it.
  answered_at text,
  -- The book that it has; null before that, or if the book is deleted.
  book_id integer references books on delete set null,
  -- When the mail was written.
  told_at text
) strict;
create unique index wanted_titles_waiting on wanted_titles (title_key, email) where answered_at is null;
create index wanted_titles_by_email on wanted_titles (email);
create index wanted_titles_by_book on wanted_titles (book_id) where book_id is not null;
create index wanted_titles_to_tell on wanted_titles (answered_at) where told_at is null and answered_at is not null;
