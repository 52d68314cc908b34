-- Books that are being added: the search index takes their texts once, when the row here is deleted, and not once for each
-- contributor and tag (app/db/book-search.server.ts). Empty outside of transactions.
create table unindexed_books (
  book_id integer primary key
) strict;
