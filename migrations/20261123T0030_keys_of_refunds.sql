-- The name of the API key with which an account did it; null: the account itself.
alter table order_events add column api_key text;
alter table refunds add column api_key text;
-- The refunds that a member of staff asked for lately are added up before each of theirs.
create index refunds_by_requester on refunds (requested_by, created_at) where requested_by is not null;
