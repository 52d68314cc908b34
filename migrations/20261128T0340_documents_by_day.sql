-- What the accounts add up of a document stands in the index by day: a year's sums read it and not the documents themselves,
-- whose texts are twenty times as long.
drop index documents_by_day;
create index documents_by_day on documents
  (issued_on, id, series, cancelled_at, order_id, place, value, taxable, central_tax, state_tax, integrated_tax);
