-- Which books came with the sample, so that `npm run clear-sample` takes away these and no others. One whose title staff
-- have changed since is theirs.
create table sample_books (
  book_id integer primary key references books on delete cascade,
  title text not null
) strict;
