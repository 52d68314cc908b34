-- Addresses of the site that was here before, and where each leads now (domain/old-addresses).
create table old_addresses (
  id integer primary key,
  -- As it is compared: decoded, in small letters, without a slash at the end.
  address text not null unique check (length(address) between 2 and 500),
  target text not null check (length(target) between 1 and 500),
  created_at text not null
) strict;
