do $$ begin
  execute (select 'alter table coupons drop constraint ' || quote_ident(conname) from pg_constraint
    where conrelid = 'coupons'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%percentage%');
  alter table coupons add check (kind in ('percentage', 'amount', 'copies', 'delivery'));
end $$;
