-- Double opt-in: the text that was agreed to, and the link's SHA-256 until it expires.
-- Ids are never reused: audit entries of a removed address must not appear for another.
create table newsletter_subscribers_asked (
  id integer primary key autoincrement,
  email text not null unique check (email = lower(trim(email))),
  state text not null default 'unconfirmed' check (state in ('unconfirmed', 'confirmed', 'unsubscribed')),
  requested_at text not null,
  consent text not null default '',
  confirmed_at text,
  unsubscribed_at text,
  token_hash text,
  token_expires_at text
) strict;
insert into newsletter_subscribers_asked (id, email, state, requested_at, confirmed_at, unsubscribed_at)
  select id, email, state, requested_at, confirmed_at, unsubscribed_at from newsletter_subscribers;
drop table newsletter_subscribers;
alter table newsletter_subscribers_asked rename to newsletter_subscribers;
create unique index newsletter_subscribers_by_token on newsletter_subscribers (token_hash) where token_hash is not null;
create index newsletter_subscribers_by_time on newsletter_subscribers (requested_at desc, id desc);
create index newsletter_subscribers_by_state on newsletter_subscribers (state, requested_at desc, id desc);
