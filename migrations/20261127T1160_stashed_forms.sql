-- The table and its indexes are called as the rest of the program calls what is in it: stashed forms.
alter table kept_forms rename to stashed_forms;
drop index kept_forms_by_expiry;
drop index kept_forms_by_account;
create index stashed_forms_by_expiry on stashed_forms (expires_at);
create unique index stashed_forms_by_account on stashed_forms (account_id);
