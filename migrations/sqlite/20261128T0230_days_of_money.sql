-- Of what came before there were these columns.
update payments set money_on = coalesce(received_on, date(created_at, '+330 minutes'))
  where status in ('captured', 'refunded');
update refunds set money_on = date(updated_at, '+330 minutes') where status = 'processed';
