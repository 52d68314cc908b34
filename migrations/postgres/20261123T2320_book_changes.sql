-- The books that changed, with the catalogue's version by then: what is kept in memory of all books
-- (domain/catalogue/facets/) reads only these again. A book that was deleted stays here.
create table book_changes (
  book_id bigint primary key,
  at_version bigint not null
);
create index book_changes_by_version on book_changes (at_version);

-- By their names these triggers run after those that raise the version: whoever has raised it keeps its row until the
-- transaction ends, so the versions here are in the order of the commits.
create function note_book() returns trigger language plpgsql as $$
begin
  insert into book_changes
  select case tg_op when 'DELETE' then old.id else new.id end, version from catalogue_version
  on conflict (book_id) do update set at_version = excluded.at_version;
  return null;
end $$;
create trigger books_noted after insert or update or delete on books for each row execute function note_book();

create function note_book_of_list() returns trigger language plpgsql as $$
begin
  insert into book_changes
  select case tg_op when 'DELETE' then old.book_id else new.book_id end, version from catalogue_version
  on conflict (book_id) do update set at_version = excluded.at_version;
  return null;
end $$;
create trigger book_contributors_noted after insert or update or delete on book_contributors
  for each row execute function note_book_of_list();
create trigger book_languages_noted after insert or update or delete on book_languages
  for each row execute function note_book_of_list();
create trigger book_tags_noted after insert or delete on book_tags
  for each row execute function note_book_of_list();
