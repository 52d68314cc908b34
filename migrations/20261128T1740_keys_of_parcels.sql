-- A hash of who sent a parcel and of the key that they gave the call: repeated, it sends one.
alter table parcels add column form_key text;
create unique index parcels_by_form on parcels (form_key) where form_key is not null;
