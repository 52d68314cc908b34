-- Whether a browser or app that has logged in to the address before asked for the code. These are counted by themselves, so that
-- strangers who ask for codes keep nobody out.
alter table mailed_codes add column known integer not null default 0 check (known in (0, 1));
