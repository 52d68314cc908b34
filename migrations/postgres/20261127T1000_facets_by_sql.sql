drop trigger books_noted on books;
drop trigger book_contributors_noted on book_contributors;
drop trigger book_languages_noted on book_languages;
drop trigger book_tags_noted on book_tags;
drop function note_book, note_book_of_list;
drop table book_changes;
