-- Orders are also found by what a caller may know: the recipient's mobile, city, state and PIN code, the tracking
-- number, the payment's id, the titles of the books and the coupon.
drop trigger orders_search_i;
drop trigger orders_search_u;
drop trigger accounts_search_u;
drop table orders_fts;
drop view order_search_text;

create virtual table orders_fts using fts5 (
  invoice, names, emails, mobile, place, tracking, payments, titles, coupon,
  content = '', contentless_delete = 1,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
-- A mobile is found by its digits, however it was typed: all of them, or the ten without the country code.
create view order_search_text as
  select o.id, o.invoice_no as invoice,
    o.fullname || ' ' || a.first_name || ' ' || a.last_name as names,
    o.email || ' ' || a.email as emails,
    replace(replace(replace(replace(replace(o.mobile, ' ', ''), '-', ''), '+', ''), '(', ''), ')', '') || ' ' ||
      substr(replace(replace(replace(replace(replace(o.mobile, ' ', ''), '-', ''), '+', ''), '(', ''), ')', ''), -10) as mobile,
    o.place || ' ' || o.state_name || ' ' || o.pincode as place,
    o.tracking_no || ' ' || o.tracking_key as tracking,
    coalesce(o.gateway_order_id, '') || ' ' || coalesce(
      (select group_concat(p.gateway_payment_id, ' ') from payments p where p.order_id = o.id), '') as payments,
    (select group_concat(l.title, ' ') from order_lines l where l.order_id = o.id) as titles,
    o.coupon_code as coupon
  from orders o join accounts a on a.id = o.account_id;

create trigger orders_search_i after insert on orders begin
  insert into orders_fts (rowid, invoice, names, emails, mobile, place, tracking, payments, titles, coupon)
    select * from order_search_text where id = new.id;
end;
create trigger orders_search_u after update of invoice_no, fullname, email, mobile, place, state_name, pincode,
  tracking_no, gateway_order_id, coupon_code on orders begin
  delete from orders_fts where rowid = new.id;
  insert into orders_fts (rowid, invoice, names, emails, mobile, place, tracking, payments, titles, coupon)
    select * from order_search_text where id = new.id;
end;
create trigger order_lines_search_i after insert on order_lines begin
  delete from orders_fts where rowid = new.order_id;
  insert into orders_fts (rowid, invoice, names, emails, mobile, place, tracking, payments, titles, coupon)
    select * from order_search_text where id = new.order_id;
end;
create trigger payments_search_i after insert on payments begin
  delete from orders_fts where rowid = new.order_id;
  insert into orders_fts (rowid, invoice, names, emails, mobile, place, tracking, payments, titles, coupon)
    select * from order_search_text where id = new.order_id;
end;
insert into orders_fts (rowid, invoice, names, emails, mobile, place, tracking, payments, titles, coupon)
  select * from order_search_text;

-- Customers are found by the mobiles of their addresses.
drop trigger accounts_search_i;
drop table accounts_fts;
create virtual table accounts_fts using fts5 (
  name, email, mobile,
  content = '', contentless_delete = 1,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
create view account_search_text as
  select a.id, a.first_name || ' ' || a.last_name as name, a.email,
    (select group_concat(m.digits || ' ' || substr(m.digits, -10), ' ') from (
      select replace(replace(replace(replace(replace(d.mobile, ' ', ''), '-', ''), '+', ''), '(', ''), ')', '') as digits
      from addresses d where d.account_id = a.id
    ) m) as mobile
  from accounts a;
create trigger accounts_search_i after insert on accounts begin
  insert into accounts_fts (rowid, name, email, mobile) select * from account_search_text where id = new.id;
end;
create trigger accounts_search_u after update of first_name, last_name, email on accounts begin
  delete from accounts_fts where rowid = new.id;
  insert into accounts_fts (rowid, name, email, mobile) select * from account_search_text where id = new.id;
  delete from orders_fts where rowid in (select id from orders where account_id = new.id);
  insert into orders_fts (rowid, invoice, names, emails, mobile, place, tracking, payments, titles, coupon)
    select * from order_search_text where id in (select id from orders where account_id = new.id);
end;
create trigger addresses_search_i after insert on addresses begin
  delete from accounts_fts where rowid = new.account_id;
  insert into accounts_fts (rowid, name, email, mobile) select * from account_search_text where id = new.account_id;
end;
create trigger addresses_search_u after update of mobile, account_id on addresses begin
  delete from accounts_fts where rowid in (old.account_id, new.account_id);
  insert into accounts_fts (rowid, name, email, mobile)
    select * from account_search_text where id in (old.account_id, new.account_id);
end;
create trigger addresses_search_d after delete on addresses begin
  delete from accounts_fts where rowid = old.account_id;
  insert into accounts_fts (rowid, name, email, mobile) select * from account_search_text where id = old.account_id;
end;
insert into accounts_fts (rowid, name, email, mobile) select * from account_search_text;

-- Books are found by their language, which is indexed together with the publisher.
drop trigger books_search_u;
drop view book_search_text;
create view book_search_text as
  select b.id,
    b.title,
    (select group_concat(a.name, ' ') from book_authors ba join authors a on a.id = ba.author_id where ba.book_id = b.id) as authors,
    p.name || ' ' || l.name as publisher,
    (select group_concat(t.name, ' ') from book_tags bt join tags t on t.id = bt.tag_id where bt.book_id = b.id) as tags,
    b.isbn13 as isbn, b.brief, b.description
  from books b join publishers p on p.id = b.publisher_id join languages l on l.id = b.language_id;
create trigger books_search_u after update of title, isbn13, brief, description, publisher_id, language_id on books begin
  delete from books_fts where rowid = new.id;
  insert into books_fts (rowid, title, authors, publisher, tags, isbn, brief, description)
    select * from book_search_text where id = new.id;
end;
create trigger languages_search_u after update of name on languages begin
  delete from books_fts where rowid in (select id from books where language_id = new.id);
  insert into books_fts (rowid, title, authors, publisher, tags, isbn, brief, description)
    select * from book_search_text where id in (select id from books where language_id = new.id);
end;
insert into books_fts (books_fts) values ('delete-all');
insert into books_fts (rowid, title, authors, publisher, tags, isbn, brief, description) select * from book_search_text;
