-- Back-office forms kept for an hour until staff have logged in again (app/http/request/kept-form.server.ts). `id` is a
-- hash of the browser's token; what was typed is sealed with the shop's secret.
create table kept_forms (
  id text collate "C" primary key,
  sealed text collate "C" not null check (length(sealed) <= 500000),
  expires_at text collate "C" not null
);
create index kept_forms_by_expiry on kept_forms (expires_at);
