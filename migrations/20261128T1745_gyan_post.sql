-- Whether India Post takes the book as Gyan Post, which is for some kinds of books alone; null: not said.
alter table books add column gyan_post text check (gyan_post in ('yes', 'no'));
