-- Where a carrier shows a parcel: an https address with {number} in place of the tracking number. Null: nowhere.
alter table logistics_providers add column tracking_page text
  check (tracking_page is null or length(tracking_page) between 1 and 300);
