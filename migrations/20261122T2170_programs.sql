-- API keys for programs, and webhooks to other servers.

create table api_keys (
  id integer primary key autoincrement,
  name text not null check (length(name) between 1 and 60),
  -- SHA-256 of the key, which is not stored itself.
  key_hash text not null unique check (length(key_hash) = 64),
  -- To recognise the key by.
  last_four text not null check (length(last_four) = 4),
  -- JSON: the names of its rights.
  rights text not null check (json_valid(rights)),
  -- Who made it. The key has only those of its rights that this account has too.
  account_id integer not null references accounts (id) on delete cascade,
  created_at text not null,
  expires_at text not null,
  -- Written at most once a minute.
  last_used_at text,
  -- When its maker was told that it will expire.
  warned_at text,
  revoked_at text,
  revoked_by integer references accounts (id) on delete set null
) strict;
create index api_keys_by_account on api_keys (account_id);
create index api_keys_by_end on api_keys (expires_at) where revoked_at is null and warned_at is null;

-- The name of the key with which an account did it; null: the account itself.
alter table audit_entries add column api_key text;
create trigger audit_entries_key_not_changed before update of api_key on audit_entries begin
  select raise(abort, 'audit entries are not changed');
end;

create table webhook_endpoints (
  id integer primary key autoincrement,
  url text not null unique check (url like 'https://%' and length(url) <= 500),
  description text not null default '' check (length(description) <= 100),
  -- JSON: the types of events it gets.
  events text not null check (json_valid(events)),
  -- Encrypted (app/platform/sealed-text.server.ts). After a new secret was made, the former one signs too until former_until.
  secret text not null,
  former_secret text,
  former_until text,
  state text not null default 'active' check (state in ('active', 'paused')),
  -- By staff; because deliveries failed for three days; because the endpoint answered 410.
  paused_because text check (paused_because in ('staff', 'failing', 'gone')),
  -- The first failure since the last successful delivery.
  failing_since text,
  version integer not null default 1,
  -- Who made it, and is told when it is paused.
  account_id integer references accounts (id) on delete set null,
  created_at text not null,
  updated_at text not null,
  check ((state = 'paused') = (paused_because is not null)),
  check ((former_secret is null) = (former_until is null))
) strict;
-- Every sale and every saved book asks for these.
create index webhook_endpoints_active on webhook_endpoints (id) where state = 'active';

-- One row for each event and endpoint.
create table webhook_deliveries (
  id integer primary key autoincrement,
  endpoint_id integer not null references webhook_endpoints (id) on delete cascade,
  -- The header webhook-id, the same in every try.
  event_id text not null,
  type text not null,
  -- The body as it is signed and sent.
  payload text not null check (json_valid(payload)),
  created_at text not null,
  status text not null default 'queued' check (status in ('queued', 'delivered', 'failed')),
  -- Since the event, or since staff sent it again.
  attempts integer not null default 0,
  first_try_at text,
  next_try_at text not null,
  -- While it is being sent; a process that was killed leaves it behind.
  sending_until text,
  delivered_at text,
  unique (endpoint_id, event_id)
) strict;
create index webhook_deliveries_due on webhook_deliveries (next_try_at, endpoint_id) where status = 'queued';
create index webhook_deliveries_by_endpoint on webhook_deliveries (endpoint_id, id desc);
create index webhook_deliveries_by_time on webhook_deliveries (created_at);

create table webhook_tries (
  id integer primary key autoincrement,
  delivery_id integer not null references webhook_deliveries (id) on delete cascade,
  tried_at text not null,
  took_ms integer not null,
  -- The HTTP status; null: there was no answer.
  status integer,
  -- The beginning of the answer's body.
  answer text not null default '',
  -- Why it counts as failed; null: it was accepted.
  problem text
) strict;
create index webhook_tries_by_delivery on webhook_tries (delivery_id, id);
