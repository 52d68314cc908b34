-- An author's, publisher's, series' or language's name in its own script, as its page shows it beside the Latin one.
alter table name_pages add column native_name text collate "C" check (length(native_name) between 1 and 100);
