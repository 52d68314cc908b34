-- A book's whole record: everybody who contributed, series, edition, size, languages, subjects, tax.

create table series (
  id integer primary key,
  name text not null check (length(name) between 1 and 100),
  name_key text not null unique
) strict;
create trigger series_change_u after update on series begin update catalogue_version set version = version + 1; end;

alter table books add column subtitle text check (length(subtitle) between 1 and 200);
-- A code of ONIX list 150, e.g. BC for a paperback (domain/catalogue/book-formats.ts).
alter table books add column format text check (format glob '[A-Z][A-Z]');
alter table books add column series_id integer references series;
alter table books add column series_number text check (length(series_number) between 1 and 20);
alter table books add column edition_statement text check (length(edition_statement) between 1 and 100);
alter table books add column edition_number integer check (edition_number between 1 and 999);
alter table books add column imprint text check (length(imprint) between 1 and 100);
alter table books add column original_title text check (length(original_title) between 1 and 200);
alter table books add column original_language_id integer references languages;
alter table books add column weight_g integer check (weight_g between 1 and 50000);
alter table books add column height_mm integer check (height_mm between 1 and 2000);
alter table books add column width_mm integer check (width_mm between 1 and 2000);
alter table books add column thickness_mm integer check (thickness_mm between 1 and 2000);
-- The age of the readers, in years.
alter table books add column age_from integer check (age_from between 0 and 99);
alter table books add column age_to integer check (age_to between 0 and 99 and (age_from is null or age_from <= age_to));
alter table books add column publishing_status text not null default 'available'
  check (publishing_status in ('forthcoming', 'available', 'out_of_print'));
-- Null: the shop's setting.
alter table books add column hsn text check (length(hsn) in (4, 6, 8) and hsn not glob '*[^0-9]*');
alter table books add column tax_rate integer check (tax_rate between 0 and 10000);   -- hundredths of a per cent
-- The shop's own number of the book.
alter table books add column sku text check (length(sku) between 1 and 40);
create unique index books_by_sku on books (sku collate nocase) where sku is not null;
create index books_by_series on books (series_id, id) where series_id is not null;
create index books_by_original_language on books (original_language_id) where original_language_id is not null;
create index books_by_imprint on books (imprint) where imprint is not null;

-- Languages of the text beside the first, which is books.language_id.
create table book_languages (
  book_id integer not null references books on delete cascade,
  language_id integer not null references languages,
  primary key (book_id, language_id)
) strict, without rowid;
create index book_languages_by_language on book_languages (language_id, book_id);
create trigger book_languages_change_i after insert on book_languages begin update catalogue_version set version = version + 1; end;
create trigger book_languages_change_u after update on book_languages begin update catalogue_version set version = version + 1; end;
create trigger book_languages_change_d after delete on book_languages begin update catalogue_version set version = version + 1; end;

create table book_subjects (
  book_id integer not null references books on delete cascade,
  scheme text not null check (scheme in ('thema', 'bisac')),
  code text not null check (length(code) between 1 and 20),
  position integer not null check (position >= 0),
  primary key (book_id, scheme, code)
) strict, without rowid;
create index book_subjects_by_code on book_subjects (scheme, code, book_id);
create trigger book_subjects_change_i after insert on book_subjects begin update catalogue_version set version = version + 1; end;
create trigger book_subjects_change_u after update on book_subjects begin update catalogue_version set version = version + 1; end;
create trigger book_subjects_change_d after delete on book_subjects begin update catalogue_version set version = version + 1; end;

-- Everybody who contributed to a book, in the order of its title page. Takes the place of book_authors, which becomes a
-- view of the authors, for readers.
create table book_contributors (
  book_id integer not null references books on delete cascade,
  author_id integer not null references authors,
  -- A code of ONIX list 17, e.g. B06 for a translator (domain/catalogue/contributor-roles.ts).
  role text not null check (role glob '[A-Z][0-9][0-9]'),
  position integer not null check (position >= 0),
  primary key (book_id, author_id, role)
) strict, without rowid;
create index book_contributors_by_author on book_contributors (author_id, role, book_id);
insert into book_contributors (book_id, author_id, role, position)
  select book_id, author_id, 'A01', position from book_authors;
-- Its triggers, which drop with it, are made again for the new table; those of the search when the shop starts.
drop table book_authors;
create view book_authors as
  select book_id, author_id, position from book_contributors where role = 'A01';
create trigger book_contributors_change_i after insert on book_contributors begin update catalogue_version set version = version + 1; end;
create trigger book_contributors_change_u after update on book_contributors begin update catalogue_version set version = version + 1; end;
create trigger book_contributors_change_d after delete on book_contributors begin update catalogue_version set version = version + 1; end;
