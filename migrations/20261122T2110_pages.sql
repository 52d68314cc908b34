-- Pictures that staff upload for pages, news and the home page. `file` is the largest of their files below /coverpages/;
-- its name contains its size (app/platform/picture-files.ts).
create table pictures (
  id integer primary key,
  file text not null unique,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  alt text not null check (length(alt) between 1 and 200),
  created_at text not null
) strict;

-- Where a picture is shown, so that one in use is not deleted. `subject` is e.g. 'page'; a picture leaves this list when
-- the text that shows it changes.
create table picture_uses (
  subject text not null,
  subject_id integer not null,
  picture_id integer not null references pictures (id),
  primary key (subject, subject_id, picture_id)
) strict, without rowid;
create index picture_uses_by_picture on picture_uses (picture_id);

-- The shop's own pages and its news; and its own terms and privacy notice, which replace the shop's text once published.
create table pages (
  id integer primary key,
  kind text not null check (kind in ('page', 'news', 'terms', 'privacy')),
  address text not null check (length(address) between 1 and 60),
  title text not null check (length(title) between 1 and 120),
  -- Markdown
  body text not null,
  search_title text not null default '',
  search_description text not null default '',
  has_contact_form integer not null default 0 check (has_contact_form in (0, 1)),
  -- Of news: the day in India from which they are shown.
  posted_on text check ((kind = 'news') = (posted_on is not null)),
  -- Of news: shown with them.
  picture_id integer references pictures (id),
  published integer not null default 0 check (published in (0, 1)),
  version integer not null default 1,
  created_at text not null,
  updated_at text not null,
  unique (kind, address)
) strict;
create index pages_by_title on pages (kind, title collate nocase, id);
create index pages_by_change on pages (kind, updated_at, id);
create index pages_by_day on pages (posted_on, id) where kind = 'news';
create index pages_by_picture on pages (picture_id) where picture_id is not null;

-- Addresses that a page has had lead to its current one.
create table old_page_addresses (
  kind text not null,
  address text not null,
  page_id integer not null references pages (id) on delete cascade,
  primary key (kind, address)
) strict, without rowid;
create index old_page_addresses_of_page on old_page_addresses (page_id);

-- Messages sent with a page's contact form.
create table contact_messages (
  id integer primary key,
  name text not null,
  email text not null,
  order_number text not null default '',
  message text not null,
  sent_at text not null,
  answered_at text,
  answered_by integer references accounts (id)
) strict;
create index contact_messages_by_time on contact_messages (sent_at, id);
create index contact_messages_open on contact_messages (sent_at) where answered_at is null;
create index contact_messages_by_email on contact_messages (email);
create index contact_messages_answered_by on contact_messages (answered_by) where answered_by is not null;

-- Drafts are not shown to visitors, so changing one keeps the kept pages.
create trigger pages_change_i after insert on pages when new.published = 1 begin update catalogue_version set version = version + 1; end;
create trigger pages_change_u after update on pages when new.published = 1 or old.published = 1 begin update catalogue_version set version = version + 1; end;
create trigger pages_change_d after delete on pages when old.published = 1 begin update catalogue_version set version = version + 1; end;
create trigger pictures_change_u after update on pictures begin update catalogue_version set version = version + 1; end;
