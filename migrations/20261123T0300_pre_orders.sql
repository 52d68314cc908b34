-- Pre-orders. How many copies of a book may be ordered before its publication date; null: none may.
alter table books add column preorder_limit integer check (preorder_limit between 1 and 10000);
-- Copies in pre-orders that have not left the shop. Maintained by triggers.
alter table books add column preordered integer not null default 0 check (preordered >= 0);
-- 1: ordered before the book's publication date, so that the line counts against the limit and not against the stock.
alter table order_lines add column preorder integer not null default 0 check (preorder in (0, 1));
-- Copies of a pre-order that have not been taken from the stock yet.
alter table order_lines add column owed integer not null default 0 check (owed between 0 and quantity);
-- The publication date that the customer was told last; null: not a pre-order.
alter table order_lines add column release_told text;
create index order_lines_preorders on order_lines (book_id, id) where preorder = 1;
create index order_lines_of_preorders on order_lines (order_id) where preorder = 1;
create index books_forthcoming on books (published_on, id) where publishing_status = 'forthcoming';

create trigger preorder_placed after insert on order_lines
  when new.preorder = 1 and (select state from orders where id = new.order_id) in ('pending', 'paid', 'packed')
begin
  update books set preordered = preordered + new.quantity where id = new.book_id;
end;

-- Cancelled, refunded or shipped; or the other way round, by a late payment or a step that is taken back.
create trigger preorder_moved after update of state on orders
  when (old.state in ('pending', 'paid', 'packed')) <> (new.state in ('pending', 'paid', 'packed'))
    and exists (select 1 from order_lines where order_id = new.id and preorder = 1)
begin
  update books set preordered = preordered
    + iif(new.state in ('pending', 'paid', 'packed'), 1, -1)
    * (select sum(quantity) from order_lines where order_id = new.id and preorder = 1 and book_id = books.id)
  where id in (select book_id from order_lines where order_id = new.id and preorder = 1);
end;

create trigger preorder_line_deleted after delete on order_lines
  when old.preorder = 1 and (select state from orders where id = old.order_id) in ('pending', 'paid', 'packed')
begin
  update books set preordered = preordered - old.quantity where id = old.book_id;
end;

create trigger preorder_deleted before delete on orders
  when old.state in ('pending', 'paid', 'packed')
    and exists (select 1 from order_lines where order_id = old.id and preorder = 1)
begin
  update books set preordered = preordered
    - (select sum(quantity) from order_lines where order_id = old.id and preorder = 1 and book_id = books.id)
  where id in (select book_id from order_lines where order_id = old.id and preorder = 1);
end;

-- Pre-orders have the first claim on copies that come into stock, however they come; the oldest first.
create trigger preorders_claim_stock after update of stock on books
  when new.stock > old.stock and exists (
    select 1 from order_lines l join orders o on o.id = l.order_id
    where l.book_id = new.id and l.preorder = 1 and l.owed > 0 and o.state in ('pending', 'paid', 'packed')
  )
begin
  update books set stock = max(0, new.stock - (
    select sum(l.owed) from order_lines l join orders o on o.id = l.order_id
    where l.book_id = new.id and l.preorder = 1 and l.owed > 0 and o.state in ('pending', 'paid', 'packed')
  )) where id = new.id;
  update order_lines set owed = order_lines.owed - claim.taken
  from (
    select id, min(owed, new.stock - earlier) as taken from (
      select l.id, l.owed, sum(l.owed) over (order by l.id) - l.owed as earlier
      from order_lines l join orders o on o.id = l.order_id
      where l.book_id = new.id and l.preorder = 1 and l.owed > 0 and o.state in ('pending', 'paid', 'packed')
    ) where new.stock > earlier
  ) as claim
  where order_lines.id = claim.id;
end;
