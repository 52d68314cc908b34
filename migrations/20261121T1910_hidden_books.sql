-- For filters of the back office's lists: only hidden books, or all but them.
create index books_hidden on books (id) where hidden = 1;
