-- Copies of the line that were refunded: they are not sent any more, or came back, or never will.
alter table order_lines add column refunded integer not null default 0 check (refunded between 0 and quantity);

-- What a refund is for, beside its amount. Of a refund that is paid back from several payments, at the first.
alter table refunds add column shipping integer not null default 0 check (shipping >= 0);
create table refund_lines (
  refund_id integer not null references refunds on delete cascade,
  order_line_id integer not null references order_lines on delete cascade,
  quantity integer not null check (quantity > 0),
  -- Whether the copies went back into stock; 0: they are written off.
  restocked integer not null check (restocked in (0, 1)),
  primary key (refund_id, order_line_id)
) strict;
create index refund_lines_by_line on refund_lines (order_line_id);
