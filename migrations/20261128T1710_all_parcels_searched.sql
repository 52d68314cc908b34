-- Numbers are looked for among the parcels.
drop index orders_by_tracking;
