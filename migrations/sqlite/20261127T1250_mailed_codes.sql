-- One more way to log in. The table's text is changed: all rows keep the new check.
pragma writable_schema = on;
update sqlite_schema
  set sql = replace(sql, '''remembered'', ''third_party'')', '''remembered'', ''third_party'', ''mailed_code'')')
  where type = 'table' and name = 'sign_ins';
pragma writable_schema = reset;
