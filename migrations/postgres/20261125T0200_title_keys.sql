-- By what titles are sorted, in the order of their script's alphabet (app/db/search/title-key.ts). Whoever writes a title
-- computes it before the commit, with the words of the search; '' of books that do not have it yet: the next start fills it.
alter table books add column title_key text collate "C" not null default '';
drop index books_by_title;
drop index books_all_by_title;
create index books_by_title on books (title_key, id) where hidden = 0;
create index books_all_by_title on books (title_key, id);
