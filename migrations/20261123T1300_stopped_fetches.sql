-- Pictures of an import that were not fetched, because staff stopped that. Their rows of picture_fetches are gone, so that a
-- later import can ask for them again.
alter table bulk_changes add column not_fetched integer not null default 0;
