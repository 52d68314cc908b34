-- Headers and attachment of a message.
alter table outgoing_mails add column headers text not null default '{}' check (json_valid(headers));
-- A document of the shop's, made when the message is sent: e.g. 'invoice:17' for the document of order 17.
alter table outgoing_mails add column attachment text;

-- Audit entries for any subject: the program defines the subjects.
create table audit_entries_any (
  id integer primary key,
  account_id integer references accounts on delete set null,     -- the member of staff
  subject text not null check (length(subject) between 1 and 40),
  subject_id integer not null,              -- settings: 0
  action text not null check (length(action) between 1 and 60),
  before text not null default '{}' check (json_valid(before)),
  after text not null default '{}' check (json_valid(after)),
  happened_at text not null
) strict;
insert into audit_entries_any select * from audit_entries;
drop table audit_entries;
alter table audit_entries_any rename to audit_entries;
create index audit_entries_by_subject on audit_entries (subject, subject_id, id desc);
create index audit_entries_by_account on audit_entries (account_id, id desc);
