do $$ begin
  execute (select 'alter table note_counters drop constraint ' || quote_ident(conname) from pg_constraint
    where conrelid = 'note_counters'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%series%');
  alter table note_counters add check (series in ('credit_note', 'refund_note', 'quotation'));
end $$;
