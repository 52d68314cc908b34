-- The home page, the parts of the frame around the store's pages, and the order of featured books.

-- Each publication of the home page; the last one is what visitors see. Without any, the page is as the shop came.
create table home_versions (
  id integer primary key,
  blocks text not null check (json_valid(blocks)),     -- JSON list, see app/domain/home/blocks.ts
  changes text not null check (json_valid(changes)),   -- JSON list of sentences: what differs from the one before
  account_id integer references accounts on delete set null,
  published_at text not null
) strict;
create trigger home_versions_change_i after insert on home_versions begin update catalogue_version set version = version + 1; end;

-- What staff are preparing; one row.
create table home_draft (
  id integer primary key check (id = 1),
  blocks text check (json_valid(blocks)),              -- null: nothing differs from what is published
  -- Rises with each change, and gives new blocks their ids and changed ones their revision. Up to 99: the first blocks.
  counter integer not null default 99,
  account_id integer references accounts on delete set null, -- who changed it last
  changed_at text
) strict;
insert into home_draft (id) values (1);

-- The announcement, the menus and the words of the footer, each as JSON; the value null: as the shop came.
create table frame_parts (
  name text primary key check (name in ('announcement', 'main-menu', 'footer-menu', 'footer-words')),
  value text not null check (json_valid(value)),
  version integer not null,                            -- rises with each change
  updated_at text not null
) strict;
create trigger frame_parts_change_i after insert on frame_parts begin update catalogue_version set version = version + 1; end;
create trigger frame_parts_change_u after update on frame_parts begin update catalogue_version set version = version + 1; end;
create trigger frame_parts_change_d after delete on frame_parts begin update catalogue_version set version = version + 1; end;

-- The place of a featured book that staff ordered by hand: the highest comes first; 0: after those, by rating.
alter table books add column featured_rank integer not null default 0 check (featured_rank >= 0);
create trigger books_featured_off after update of featured on books when new.featured = 0 and new.featured_rank > 0 begin
  update books set featured_rank = 0 where id = new.id;
end;
drop index books_featured;
create index books_featured on books (featured desc, featured_rank desc, rating desc, sold_count desc, id desc) where hidden = 0;

-- Forthcoming books.
create index books_by_publication on books (published_on, id) where hidden = 0;
