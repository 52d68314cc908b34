do $$ begin
  execute (select 'alter table sign_ins drop constraint ' || quote_ident(conname) from pg_constraint
    where conrelid = 'sign_ins'::regclass and pg_get_constraintdef(oid) like '%third_party%');
  alter table sign_ins add check
    (method in ('', 'password', 'code', 'recovery_code', 'passkey', 'remembered', 'third_party', 'mailed_code'));
end $$;
