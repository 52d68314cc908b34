-- Shops that have numbered bills keep the prefix used so far, whatever their name.
insert into settings (key, value, updated_at)
  select 'invoicePrefix', '"KB"', strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  where exists (select 1 from invoice_counters)
  on conflict do nothing;

-- A live shop now takes orders only once its seller and its shipping prices have been saved. Shops that have saved
-- their address and contacts are already selling with their name and prices: these are saved for them too. (The time
-- keeps the date of the terms as it was.)
insert into settings (key, value, updated_at)
  select kept.key, kept.value, (select max(updated_at) from settings where key in ('postalAddress', 'supportEmail', 'supportPhone'))
  from (
    select 'shippingThreshold' as key, '100' as value
    union all select 'shippingFee', '100'
    union all select 'legalName', '""'
  ) as kept
  where (select count(*) from settings where key in ('postalAddress', 'supportEmail', 'supportPhone')) = 3
  on conflict do nothing;
