-- Refresh tokens of the JSON API: each may be used once and is replaced by the next of its family; only hashes are stored.
create table refresh_families (
  id integer primary key,
  account_id integer not null references accounts on delete cascade,
  created_at text not null
) strict;
create index refresh_families_by_account on refresh_families (account_id);

create table refresh_tokens (
  token_hash text primary key,
  family_id integer not null references refresh_families on delete cascade,
  created_at text not null,
  expires_at text not null,
  used_at text
) strict, without rowid;
create index refresh_tokens_by_family on refresh_tokens (family_id);
create index refresh_tokens_by_expiry on refresh_tokens (expires_at);
