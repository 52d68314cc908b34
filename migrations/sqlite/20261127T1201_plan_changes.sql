create trigger delivery_plan_change_i after insert on delivery_plan begin update catalogue_version set version = version + 1; end;
create trigger delivery_plan_change_u after update on delivery_plan begin update catalogue_version set version = version + 1; end;
create trigger delivery_plan_change_d after delete on delivery_plan begin update catalogue_version set version = version + 1; end;
