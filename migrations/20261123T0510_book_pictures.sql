-- Further pictures of a book beside its cover: back cover, look inside. `file` is the largest of a picture's files below
-- /coverpages/; its name contains its size (app/platform/picture-files.ts). Books may share the files of a picture.
create table book_pictures (
  id integer primary key,
  book_id integer not null references books on delete cascade,
  position integer not null check (position >= 0),
  file text not null,
  kind text not null check (kind in ('back_cover', 'look_inside', 'other')),
  -- Empty: named after its kind and the book.
  alt text not null check (length(alt) <= 200),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  unique (book_id, file)
) strict;
create index book_pictures_by_file on book_pictures (file);
create trigger book_pictures_change_i after insert on book_pictures begin update catalogue_version set version = version + 1; end;
create trigger book_pictures_change_u after update on book_pictures begin update catalogue_version set version = version + 1; end;
create trigger book_pictures_change_d after delete on book_pictures begin update catalogue_version set version = version + 1; end;
