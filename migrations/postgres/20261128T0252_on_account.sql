do $$ begin
  execute (select 'alter table orders drop constraint ' || quote_ident(conname) from pg_constraint
    where conrelid = 'orders'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%payment_way%');
  alter table orders add check (payment_way in ('online', 'cod', 'transfer', 'account'));
end $$;
