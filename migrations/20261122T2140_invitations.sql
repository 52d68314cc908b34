-- Invitations to work in the back office. The mailed link has a random token; only its SHA-256 is stored. One that has
-- ended is deleted 30 days later.
create table invitations (
  id integer primary key,
  email text not null check (email = lower(trim(email)) and length(email) between 3 and 254),
  first_name text not null,
  last_name text not null,
  job text not null check (job in ('owner', 'manager', 'catalogue', 'orders', 'accounts')),
  extra_rights text not null default '[]'   -- a JSON list, as in accounts
    check (json_valid(extra_rights) and json_type(extra_rights) = 'array'),
  token_hash text not null unique,          -- of the link that was sent last
  invited_by integer references accounts on delete set null,
  created_at text not null,
  sent_at text not null,                    -- when the last link was sent
  expires_at text not null,
  accepted_at text,
  withdrawn_at text,
  check (accepted_at is null or withdrawn_at is null)
) strict;
-- At most one open invitation of an address; an expired one is open, since it can be sent again.
create unique index invitations_open on invitations (email) where accepted_at is null and withdrawn_at is null;
create index invitations_by_expiry on invitations (expires_at);
create index invitations_by_inviter on invitations (invited_by);
