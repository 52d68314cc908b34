-- One paper for an order with taxed and exempt books (GST Rule 46A). The column is replaced, since its check has the kinds.
alter table order_documents rename column kind to earlier_kind;
alter table order_documents add column kind text not null default 'bill_of_supply'
  check (kind in ('bill_of_supply', 'tax_invoice', 'invoice_cum_bill_of_supply'));
update order_documents set kind = earlier_kind;
alter table order_documents drop column earlier_kind;
