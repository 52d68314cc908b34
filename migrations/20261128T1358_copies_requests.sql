-- Of a request for many copies of a book, so that staff can answer it with a quotation. null: another message.
alter table contact_messages add column book_id integer references books on delete set null;
alter table contact_messages add column copies integer check (copies > 0);
-- The sender's; '': not given.
alter table contact_messages add column phone text not null default '';
create index contact_messages_by_book on contact_messages (book_id) where book_id is not null;
