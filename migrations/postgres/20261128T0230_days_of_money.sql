-- Of what came before there were these columns.
update payments
  set money_on = coalesce(received_on,
    to_char((created_at::timestamptz at time zone 'UTC') + interval '330 minutes', 'YYYY-MM-DD'))
  where status in ('captured', 'refunded');
update refunds
  set money_on = to_char((updated_at::timestamptz at time zone 'UTC') + interval '330 minutes', 'YYYY-MM-DD')
  where status = 'processed';
