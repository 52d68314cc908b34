-- The shop's own opening and closing lines of mails, by kind of mail (app/domain/mail-words/mail-kinds.ts). A kind without
-- own lines has no row.
create table mail_words (
  kind text primary key check (length(kind) between 1 and 40),
  opening text not null check (length(opening) <= 500),
  closing text not null check (length(closing) <= 500),
  updated_at text not null,
  check (opening <> '' or closing <> '')
) strict;
