-- Bills of supply and tax invoices: their content when they were issued, independent of later settings.
-- Their numbers are orders.invoice_no, drawn in the transaction that makes the order paid.
create table order_documents (
  order_id integer primary key references orders on delete cascade,
  kind text not null check (kind in ('bill_of_supply', 'tax_invoice')),
  number text not null unique,
  issued_at text not null,
  seller text not null check (json_valid(seller)),            -- name, address, GSTIN, state … as JSON
  payment text not null check (json_valid(payment))           -- its id and method as JSON
) strict;
