-- The facets of lists are counted by queries. What was packed for a count in memory, and the books that it had to read again,
-- are not needed any more.
drop table shelf_parts;
drop table shelf_version;
create index books_facets on books (hidden, price, sale_price, language_id, publisher_id, series_id, format, age_from, age_to,
  stock, publishing_status, published_on, preorder_limit, preordered, created_at, rating_sum, rating_count);
