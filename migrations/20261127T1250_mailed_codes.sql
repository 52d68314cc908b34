-- Codes of six digits that were mailed to log in with, instead of a password. A row is made for each that was asked for, whoever
-- has the address, so that its work tells nobody who has an account.
create table mailed_codes (
  id integer primary key autoincrement,
  email text not null check (length(email) between 3 and 254),
  -- SHA-256 of what the browser or app that asked keeps: the code is typed there and nowhere else.
  holder_hash text not null unique check (length(holder_hash) = 64),
  -- A keyed hash, since six digits are found from a plain one. Null: the address had had too many, so there is no code.
  code_hash text check (length(code_hash) = 64),
  -- 'Remember me'.
  remember integer not null check (remember in (0, 1)),
  -- Codes typed so far.
  tries integer not null default 0 check (tries between 0 and 5),
  created_at text not null,
  expires_at text not null,
  -- When it opened the account, or another code was asked for instead.
  used_at text
) strict;
create index mailed_codes_by_email on mailed_codes (email, created_at);
create index mailed_codes_by_time on mailed_codes (created_at);
