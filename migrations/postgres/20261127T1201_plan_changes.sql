create trigger delivery_plan_change after insert or update or delete on delivery_plan
  for each statement execute function raise_catalogue_version();
