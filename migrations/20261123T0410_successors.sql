-- Where visitors of a hidden book are led, and whether anybody can know it.
alter table books add column successor_id integer references books on delete set null check (successor_id <> id);
create index books_by_successor on books (successor_id) where successor_id is not null;
-- 0: hidden since it was added, so visitors are not told that there is such a book. Books that were added before were
-- visible at first.
alter table books add column was_shown integer not null default 1 check (was_shown in (0, 1));
create trigger books_never_shown after insert on books when new.hidden = 1 begin
  update books set was_shown = 0 where id = new.id;
end;
create trigger books_first_shown after update of hidden on books when new.hidden = 0 and new.was_shown = 0 begin
  update books set was_shown = 1 where id = new.id;
end;
