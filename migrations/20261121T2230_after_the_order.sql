-- Returns: requested by the customer after delivery, answered by staff.
create table return_requests (
  id integer primary key,
  order_id integer not null references orders on delete cascade,
  account_id integer not null references accounts,
  reason text not null check (reason in ('damaged', 'wrong_book', 'misprint', 'not_as_described', 'other')),
  remarks text not null default '',
  state text not null default 'requested' check (state in ('requested', 'approved', 'declined', 'received', 'withdrawn')),
  answer text not null default '',                            -- staff's words to the customer
  requested_at text not null,
  answered_at text,
  answered_by integer references accounts on delete set null,
  received_at text
) strict;
create index return_requests_by_order on return_requests (order_id, id);
create index return_requests_by_state on return_requests (state, requested_at);
create index return_requests_by_account on return_requests (account_id);
-- At most one open return per order.
create unique index return_requests_open on return_requests (order_id) where state in ('requested', 'approved');

create table return_lines (
  return_id integer not null references return_requests on delete cascade,
  order_line_id integer not null references order_lines on delete cascade,
  quantity integer not null check (quantity >= 1),
  primary key (return_id, order_line_id)
) strict, without rowid;
create index return_lines_by_line on return_lines (order_line_id);
