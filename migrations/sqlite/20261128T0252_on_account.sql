-- One more way of paying. The table's text is changed: all rows keep the new check.
pragma writable_schema = on;
update sqlite_schema
  set sql = replace(sql, 'payment_way in (''online'', ''cod'', ''transfer'')', 'payment_way in (''online'', ''cod'', ''transfer'', ''account'')')
  where type = 'table' and name = 'orders';
pragma writable_schema = reset;
