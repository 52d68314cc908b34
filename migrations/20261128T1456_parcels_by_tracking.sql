-- Whether a parcel has a tracking number already, as `trackingKeyOf` writes it.
create index parcels_by_tracking on parcels (upper(replace(tracking_no, ' ', '')), logistics_provider_id);
