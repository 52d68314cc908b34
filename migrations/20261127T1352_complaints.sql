-- A message that is a complaint: with this its sender can see how far it is. null: no complaint.
alter table contact_messages add column complaint_token text;
-- When its receipt was confirmed to the sender by mail.
alter table contact_messages add column acknowledged_at text;
create unique index contact_complaints on contact_messages (complaint_token) where complaint_token is not null;
