-- Beginning with `hidden`, the index was taken for lists too, whose orders have indexes of their own. No query asks for what it
-- begins with now. With the id PostgreSQL reads it without the table too.
drop index books_facets;
create index books_facets on books (age_from, age_to, price, sale_price, language_id, publisher_id, series_id, format, stock,
  publishing_status, published_on, preorder_limit, preordered, created_at, rating_sum, rating_count, id) where hidden = 0;
