-- One more series of numbers. The table's text is changed: all rows keep the new check.
pragma writable_schema = on;
update sqlite_schema
  set sql = replace(sql, 'series in (''credit_note'', ''refund_note'')', 'series in (''credit_note'', ''refund_note'', ''quotation'')')
  where type = 'table' and name = 'note_counters';
pragma writable_schema = reset;
