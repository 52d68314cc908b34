-- Double opt-in: the link's SHA-256 while it is open, and how often it was sent.
alter table newsletter_subscribers add column token_hash text;
alter table newsletter_subscribers add column token_expires_at text;
alter table newsletter_subscribers add column mailed_at text;
create unique index newsletter_subscribers_by_token on newsletter_subscribers (token_hash) where token_hash is not null;
create index newsletter_subscribers_by_time on newsletter_subscribers (requested_at desc, id desc);
