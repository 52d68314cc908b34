-- For customers who manage their own accounts.

-- Deleted: the row stays for its orders, without personal data.
alter table accounts add column deleted_at text;
-- So that the owner can recognise a session.
alter table sessions add column user_agent text not null default '';
alter table refresh_families add column user_agent text not null default '';
-- The address preselected at the next checkout; at most one.
alter table addresses add column is_default integer not null default 0 check (is_default in (0, 1));
create unique index addresses_default on addresses (account_id) where is_default = 1;

-- Identities at third parties: the subject is the provider's own id of the person.
create table identities (
  provider text not null check (provider in ('google', 'facebook')),
  subject text not null check (length(subject) between 1 and 255),
  account_id integer not null references accounts on delete cascade,
  email text,
  linked_at text not null,
  primary key (provider, subject),
  unique (account_id, provider)
) strict, without rowid;

-- An account without a password can be deleted by a mailed link.
create table account_tokens_any (
  id integer primary key,
  account_id integer not null references accounts on delete cascade,
  purpose text not null check (purpose in ('confirm_email', 'reset_password', 'change_email', 'delete_account')),
  token_hash text not null unique,
  new_email text,                           -- change_email only
  created_at text not null,
  expires_at text not null,
  used_at text
) strict;
insert into account_tokens_any select * from account_tokens;
drop table account_tokens;
alter table account_tokens_any rename to account_tokens;
create index account_tokens_by_account on account_tokens (account_id, purpose);
create index account_tokens_by_expiry on account_tokens (expires_at);

-- The payer's data is not kept after an event has been processed (domain/payments/payer.server.ts).
update payment_events set body = json_remove(body,
  '$.payload.payment.entity.email', '$.payload.payment.entity.contact', '$.payload.payment.entity.vpa',
  '$.payload.payment.entity.upi', '$.payload.payment.entity.card', '$.payload.payment.entity.customer_id')
where processed_at is not null and json_valid(body);
update sandbox_webhooks set body = json_remove(body,
  '$.payload.payment.entity.email', '$.payload.payment.entity.contact', '$.payload.payment.entity.vpa',
  '$.payload.payment.entity.card')
where next_try_at is null and json_valid(body);
