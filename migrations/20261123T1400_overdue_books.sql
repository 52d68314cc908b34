-- Forthcoming books whose day has passed while copies were owed: staff have been told of this day.
create table overdue_books (
  book_id integer primary key references books on delete cascade,
  published_on text not null
) strict;
