-- When what visitors see of a page last changed: its published text, or whether it is published. Null: never published.
alter table pages add column changed_at text;
