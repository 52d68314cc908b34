-- Second factors: codes from an app, recovery codes and passkeys; proofs and sign-ins.

-- When the account last proved itself in this session: by password, code or passkey. Null: not since this was stored.
alter table sessions add column proved_at text;

-- Codes from an app on a phone (TOTP, RFC 6238). One app per account.
create table totp_factors (
  account_id integer primary key references accounts on delete cascade,
  -- Encrypted with a key made from the shop's secret (app/platform/sealed-text.server.ts).
  sealed_secret text not null,
  created_at text not null,
  confirmed_at text,                       -- null: being set up; asked for only once a code was right
  -- The last time step of 30 seconds whose code was accepted: no code is accepted twice.
  last_step integer not null default 0
) strict;

create table recovery_codes (
  id integer primary key,
  account_id integer not null references accounts on delete cascade,
  code_hash text not null,
  created_at text not null,
  used_at text,
  unique (account_id, code_hash)
) strict;

create table passkeys (
  id integer primary key,
  account_id integer not null references accounts on delete cascade,
  credential_id text not null unique,      -- base64url
  public_key text not null,                -- COSE, base64url
  sign_count integer not null,             -- 0: this passkey does not count
  transports text not null default '[]' check (json_valid(transports)),
  name text not null check (length(name) between 1 and 60),
  created_at text not null,
  last_used_at text
) strict;
create index passkeys_by_account on passkeys (account_id);

-- What a passkey has to sign: used once, within five minutes.
create table passkey_challenges (
  challenge_hash text primary key,
  purpose text not null check (purpose in ('add', 'sign_in', 'prove')),
  account_id integer references accounts on delete cascade,   -- null: signing in with a passkey alone
  expires_at text not null
) strict, without rowid;
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);
create index passkey_challenges_by_account on passkey_challenges (account_id);

-- The password was right, the second factor is still missing. Opens nothing but the page that asks for it.
create table unfinished_sign_ins (
  token_hash text primary key,
  account_id integer not null references accounts on delete cascade,
  remember integer not null check (remember in (0, 1)),
  expires_at text not null
) strict, without rowid;
create index unfinished_sign_ins_by_account on unfinished_sign_ins (account_id);
create index unfinished_sign_ins_by_expiry on unfinished_sign_ins (expires_at);

-- Browsers that are not asked for the second factor for 30 days.
create table remembered_devices (
  id integer primary key,
  account_id integer not null references accounts on delete cascade,
  token_hash text not null unique,
  user_agent text not null,
  created_at text not null,
  last_used_at text not null,
  expires_at text not null
) strict;
create index remembered_devices_by_account on remembered_devices (account_id);
create index remembered_devices_by_expiry on remembered_devices (expires_at);

-- Who logged in and out, with which device; kept for a year.
create table sign_ins (
  id integer primary key,
  account_id integer not null references accounts on delete cascade,
  event text not null check (event in ('signed_in', 'signed_out', 'wrong_code')),
  -- Empty for signing out.
  method text not null check (method in ('', 'password', 'code', 'recovery_code', 'passkey', 'remembered', 'third_party')),
  channel text not null check (channel in ('browser', 'app')),
  user_agent text not null,
  happened_at text not null
) strict;
create index sign_ins_by_account on sign_ins (account_id, id);
create index sign_ins_by_time on sign_ins (happened_at);
