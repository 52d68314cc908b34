-- What a member of staff may do (app/domain/rights). Customers have no job. Until now every admin could do everything,
-- so the admins of this shop are owners.
alter table accounts add column job text
  check (job in ('owner', 'manager', 'catalogue', 'orders', 'accounts'));
-- A JSON list: rights given to this person beside those of the job.
alter table accounts add column extra_rights text not null default '[]'
  check (json_valid(extra_rights) and json_type(extra_rights) = 'array');
update accounts set job = 'owner' where role = 'admin';
create index accounts_staff on accounts (role) where role = 'admin';
