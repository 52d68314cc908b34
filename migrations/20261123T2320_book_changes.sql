-- The books that changed, with the catalogue's version by then: what is kept in memory of all books
-- (domain/catalogue/facets/) reads only these again. A book that was deleted stays here.
create table book_changes (
  book_id integer primary key,
  at_version integer not null
);
create index book_changes_by_version on book_changes (at_version);
create trigger books_noted_i after insert on books begin
  insert into book_changes select new.id, version from catalogue_version where true
    on conflict (book_id) do update set at_version = excluded.at_version;
end;
create trigger books_noted_u after update on books begin
  insert into book_changes select new.id, version from catalogue_version where true
    on conflict (book_id) do update set at_version = excluded.at_version;
end;
create trigger books_noted_d after delete on books begin
  insert into book_changes select old.id, version from catalogue_version where true
    on conflict (book_id) do update set at_version = excluded.at_version;
end;
create trigger book_contributors_noted_i after insert on book_contributors begin
  insert into book_changes select new.book_id, version from catalogue_version where true
    on conflict (book_id) do update set at_version = excluded.at_version;
end;
create trigger book_contributors_noted_u after update on book_contributors begin
  insert into book_changes select new.book_id, version from catalogue_version where true
    on conflict (book_id) do update set at_version = excluded.at_version;
end;
create trigger book_contributors_noted_d after delete on book_contributors begin
  insert into book_changes select old.book_id, version from catalogue_version where true
    on conflict (book_id) do update set at_version = excluded.at_version;
end;
create trigger book_languages_noted_i after insert on book_languages begin
  insert into book_changes select new.book_id, version from catalogue_version where true
    on conflict (book_id) do update set at_version = excluded.at_version;
end;
create trigger book_languages_noted_u after update on book_languages begin
  insert into book_changes select new.book_id, version from catalogue_version where true
    on conflict (book_id) do update set at_version = excluded.at_version;
end;
create trigger book_languages_noted_d after delete on book_languages begin
  insert into book_changes select old.book_id, version from catalogue_version where true
    on conflict (book_id) do update set at_version = excluded.at_version;
end;
create trigger book_tags_noted_i after insert on book_tags begin
  insert into book_changes select new.book_id, version from catalogue_version where true
    on conflict (book_id) do update set at_version = excluded.at_version;
end;
create trigger book_tags_noted_d after delete on book_tags begin
  insert into book_changes select old.book_id, version from catalogue_version where true
    on conflict (book_id) do update set at_version = excluded.at_version;
end;
