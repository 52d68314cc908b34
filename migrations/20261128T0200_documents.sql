-- Every document that was issued, with its figures as they were then: they never change. A note lowers the document that it
-- names. Paise; rates in hundredths of a per cent.
create table documents (
  id integer primary key autoincrement,
  order_id integer not null references orders on delete cascade,
  -- Bills and invoices share one series of numbers, notes have one for each kind.
  series text not null check (series in ('invoice', 'credit_note', 'refund_note')),
  kind text not null
    check (kind in ('bill_of_supply', 'tax_invoice', 'invoice_cum_bill_of_supply', 'bill', 'credit_note', 'refund_note')),
  number text not null check (length(number) between 1 and 16),
  issued_at text not null,
  -- The day in India, which decides month and financial year.
  issued_on text not null check (issued_on glob '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  -- Of a note: the document that it lowers, why, and the refund or the return that it is for.
  of_document integer references documents on delete cascade,
  cause text check (cause in ('refund', 'return', 'lowered', 'changed', 'refused', 'cancelled')),
  refund_id integer references refunds on delete set null,
  -- The order was cancelled or changed before it was sent, in the month of the document's issue: it has no figures in a return.
  cancelled_at text,
  -- As JSON: name, address, GSTIN, state …; the payment's id and method; name and lines of the address.
  seller text not null check (json_valid(seller)),
  payment text not null check (json_valid(payment)),
  recipient text not null check (json_valid(recipient)),
  -- '': the buyer has none.
  buyer_gstin text not null default '',
  buyer_reference text not null default '',
  -- The GST code of the state of supply; '': abroad or not known.
  place text not null default '' check (length(place) in (0, 2)),
  split text not null check (split in ('within_state', 'between_states')),
  -- The sums of its lines.
  value integer not null check (value >= 0),
  taxable integer not null check (taxable >= 0),
  central_tax integer not null check (central_tax >= 0),
  state_tax integer not null check (state_tax >= 0),
  integrated_tax integer not null check (integrated_tax >= 0),
  unique (series, number),
  check (value = taxable + central_tax + state_tax + integrated_tax),
  check ((series = 'invoice') = (of_document is null)),
  check ((series = 'invoice') = (cause is null))
) strict;
create index documents_by_order on documents (order_id);
create index documents_by_day on documents (issued_on, id);
create index documents_by_refund on documents (refund_id) where refund_id is not null;
create index documents_by_document on documents (of_document) where of_document is not null;

create table document_lines (
  document_id integer not null references documents on delete cascade,
  position integer not null check (position >= 0),
  -- null: delivery, or the line has gone from the order since.
  of_line integer references order_lines on delete set null,
  is_delivery integer not null check (is_delivery in (0, 1)),
  title text not null,
  hsn text not null,
  tax_rate integer not null check (tax_rate between 0 and 10000),
  -- 0: delivery, or money alone
  quantity integer not null check (quantity >= 0),
  mrp integer not null check (mrp >= 0),
  unit_price integer not null check (unit_price >= 0),
  gross integer not null check (gross >= 0),
  discount integer not null check (discount between 0 and gross),
  value integer not null check (value = gross - discount),
  taxable integer not null check (taxable >= 0),
  central_tax integer not null check (central_tax >= 0),
  state_tax integer not null check (state_tax >= 0),
  integrated_tax integer not null check (integrated_tax >= 0),
  primary key (document_id, position),
  check (value = taxable + central_tax + state_tax + integrated_tax)
) strict;
create index document_lines_by_line on document_lines (of_line) where of_line is not null;

-- The last number of each series in each financial year; that of bills and invoices stays in invoice_counters.
create table note_counters (
  series text not null check (series in ('credit_note', 'refund_note')),
  financial_year text not null,
  last_number integer not null check (last_number > 0),
  primary key (series, financial_year)
) strict;

-- What a buyer wants on the document: a GSTIN, a name and an address for it, and a reference of their own.
alter table orders add column buyer_gstin text not null default '' check (length(buyer_gstin) in (0, 15));
alter table orders add column buyer_name text not null default '' check (length(buyer_name) <= 100);
alter table orders add column buyer_address text not null default '' check (length(buyer_address) <= 300);
alter table orders add column buyer_reference text not null default '' check (length(buyer_reference) <= 60);
