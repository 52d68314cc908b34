-- Accounts in their owners' hands.

-- Erased: the row stays for its orders, with nothing personal in it.
alter table accounts add column deleted_at text;
-- What the owner recognises a session by.
alter table sessions add column user_agent text not null default '';
alter table refresh_families add column user_agent text not null default '';
-- The address that is filled in at the next checkout; one at most.
alter table addresses add column is_default integer not null default 0 check (is_default in (0, 1));
create unique index addresses_default on addresses (account_id) where is_default = 1;

-- Who signs in through somebody else: the subject is that provider's own name for the person.
create table identities (
  provider text not null check (provider in ('google', 'facebook')),
  subject text not null check (length(subject) between 1 and 255),
  account_id integer not null references accounts on delete cascade,
  email text,
  linked_at text not null,
  primary key (provider, subject),
  unique (account_id, provider)
) strict, without rowid;
