-- The books of the sample, so that `npm run clear-sample` removes only these. A book whose title staff have changed is
-- kept.
create table sample_books (
  book_id integer primary key references books on delete cascade,
  title text not null
) strict;
