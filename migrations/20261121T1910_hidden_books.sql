-- The back office's lists ask for the hidden books, and for all but them.
create index books_hidden on books (id) where hidden = 1;
