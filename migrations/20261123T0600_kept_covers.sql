-- The cover that an import of pictures replaced: its files stay as long as that can be undone.
alter table bulk_change_rows add column kept_cover text;
create index bulk_change_rows_by_kept_cover on bulk_change_rows (kept_cover) where kept_cover is not null;
