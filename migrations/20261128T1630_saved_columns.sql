-- One word for each thing: what staff chose is saved, a cached page is dropped, a stashed form waits for a login.
alter table kept_columns rename to saved_columns;
