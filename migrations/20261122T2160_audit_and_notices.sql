-- The audit log as a page of its own, and mails to staff about what the shop needs to notice.

-- Who did it, as the person was called at the time: the entry keeps it when the account is gone.
alter table audit_entries add column actor text not null default '';
-- When personal data was erased from the values, at a customer's request; null: never.
alter table audit_entries add column erased_at text;
update audit_entries set actor = coalesce(
  (select trim(a.first_name || ' ' || a.last_name) from accounts a where a.id = audit_entries.account_id), ''
);

-- The page is sorted by time, and filtered by person, kind of thing or action.
drop index if exists audit_entries_by_account;
create index audit_entries_by_account on audit_entries (account_id, happened_at);
create index audit_entries_by_time on audit_entries (happened_at);
create index audit_entries_by_kind on audit_entries (subject, happened_at);
create index audit_entries_by_action on audit_entries (action, happened_at);

-- Search over the fields and their values, before and after.
create virtual table audit_fts using fts5 (
  words,
  content = '', contentless_delete = 1,
  tokenize = 'unicode61 remove_diacritics 2'
);
create view audit_search_text as
  select e.id,
    coalesce((select group_concat(f.key || ' ' || coalesce(f.value, ''), ' ') from json_each(e.before) f), '') || ' ' ||
    coalesce((select group_concat(f.key || ' ' || coalesce(f.value, ''), ' ') from json_each(e.after) f), '') as words
  from audit_entries e;
insert into audit_fts (rowid, words) select * from audit_search_text;
create trigger audit_entries_search_i after insert on audit_entries begin
  insert into audit_fts (rowid, words) select * from audit_search_text where id = new.id;
end;
create trigger audit_entries_search_u after update of before, after on audit_entries begin
  delete from audit_fts where rowid = new.id;
  insert into audit_fts (rowid, words) select * from audit_search_text where id = new.id;
end;
create trigger audit_entries_search_d after delete on audit_entries begin
  delete from audit_fts where rowid = old.id;
end;

-- An entry is never changed, but for two things: the reference to its account goes with the account, and a customer's
-- personal data is erased from its values, each of which then is removed or becomes '…' (DPDP Act 2023, section 12).
create trigger audit_entries_not_changed before update on audit_entries
when not (
  new.id = old.id and new.subject = old.subject and new.subject_id = old.subject_id and new.action = old.action
  and new.actor = old.actor and new.happened_at = old.happened_at
  and (
    (
      new.account_id is null and new.before = old.before and new.after = old.after
      and new.erased_at is old.erased_at
    ) or (
      new.account_id is old.account_id and new.erased_at is not null
      and not exists (
        select 1 from json_each(new.before) n where not exists (
          select 1 from json_each(old.before) o where o.key = n.key and (o.value is n.value or n.value = '…')
        )
      )
      and not exists (
        select 1 from json_each(new.after) n where not exists (
          select 1 from json_each(old.after) o where o.key = n.key and (o.value is n.value or n.value = '…')
        )
      )
    )
  )
)
begin
  select raise(abort, 'audit entries are not changed');
end;
create trigger audit_entries_not_deleted before delete on audit_entries begin
  select raise(abort, 'audit entries are not deleted');
end;

-- Which mails a member of staff wants. Without a row the default of their job holds (domain/notices/notices.ts).
create table notice_choices (
  account_id integer not null references accounts (id) on delete cascade,
  event text not null,
  wanted integer not null check (wanted in (0, 1)),
  primary key (account_id, event)
) strict, without rowid;

-- The day in India of the last daily mail about an event, so that there is one a day however often the shop starts.
create table daily_notices (
  event text primary key,
  last_day text not null check (last_day glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]')
) strict, without rowid;

-- The books that were low in stock when staff were last told, so that the next mail lists only what changed.
create table low_stock_books (
  book_id integer primary key references books (id) on delete cascade,
  sold_out integer not null check (sold_out in (0, 1))
) strict;
