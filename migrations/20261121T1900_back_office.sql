-- The back office: audit entries, and the indexes by which its lists search and sort.

-- Every write by staff: the changed fields with old and new values.
create table audit_entries (
  id integer primary key,
  account_id integer references accounts on delete set null,     -- the member of staff
  subject text not null check (subject in ('book', 'order', 'customer', 'review', 'settings',
    'author', 'language', 'publisher', 'tag', 'logistics_provider')),
  subject_id integer not null,              -- settings: 0
  action text not null check (length(action) between 1 and 60),
  before text not null default '{}' check (json_valid(before)),
  after text not null default '{}' check (json_valid(after)),
  happened_at text not null
) strict;
create index audit_entries_by_subject on audit_entries (subject, subject_id, id desc);
create index audit_entries_by_account on audit_entries (account_id, id desc);

create index orders_by_payment on orders (paid_at) where paid_at is not null;
create index orders_by_shipment on orders (shipped_at desc, id desc) where shipped_at is not null;
create index orders_by_total on orders (total, id);
create index books_by_cover on books (cover) where cover is not null;
create index reviews_hidden_by_time on reviews (hidden, updated_at desc);

-- Search over orders: the invoice number, the names and email addresses of customer and recipient.
create virtual table orders_fts using fts5 (
  invoice, names, emails,
  content = '', contentless_delete = 1,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
create view order_search_text as
  select o.id, o.invoice_no as invoice,
    o.fullname || ' ' || a.first_name || ' ' || a.last_name as names,
    o.email || ' ' || a.email as emails
  from orders o join accounts a on a.id = o.account_id;
create trigger orders_search_i after insert on orders begin
  insert into orders_fts (rowid, invoice, names, emails) select * from order_search_text where id = new.id;
end;
create trigger orders_search_u after update of invoice_no, fullname, email on orders begin
  delete from orders_fts where rowid = new.id;
  insert into orders_fts (rowid, invoice, names, emails) select * from order_search_text where id = new.id;
end;
create trigger orders_search_d after delete on orders begin
  delete from orders_fts where rowid = old.id;
end;
insert into orders_fts (rowid, invoice, names, emails) select * from order_search_text;

-- Search over customers.
create virtual table accounts_fts using fts5 (
  name, email,
  content = '', contentless_delete = 1,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
create trigger accounts_search_i after insert on accounts begin
  insert into accounts_fts (rowid, name, email) values (new.id, new.first_name || ' ' || new.last_name, new.email);
end;
create trigger accounts_search_u after update of first_name, last_name, email on accounts begin
  delete from accounts_fts where rowid = new.id;
  insert into accounts_fts (rowid, name, email) values (new.id, new.first_name || ' ' || new.last_name, new.email);
  delete from orders_fts where rowid in (select id from orders where account_id = new.id);
  insert into orders_fts (rowid, invoice, names, emails)
    select * from order_search_text where id in (select id from orders where account_id = new.id);
end;
create trigger accounts_search_d after delete on accounts begin
  delete from accounts_fts where rowid = old.id;
end;
insert into accounts_fts (rowid, name, email) select id, first_name || ' ' || last_name, email from accounts;
