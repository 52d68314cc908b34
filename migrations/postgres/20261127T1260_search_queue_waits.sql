-- Who notes a row that is noted already takes its lock. So whoever is working it off either leaves it to this change, or
-- this change waits for them and notes the row anew: to do nothing would leave it to somebody who read the text before.
create or replace function queue_search(given_subject text, ids bigint[]) returns void language plpgsql as $$
begin
  insert into search_queue (subject, row_id)
    select distinct given_subject, id from unnest(ids) as id where id is not null order by id
    on conflict (subject, row_id) do update set row_id = excluded.row_id;
  raise notice 'search_queue';
end $$;
create or replace function queue_searched_rows() returns trigger language plpgsql as $$
declare
  noted bigint;
begin
  execute format(
    'insert into search_queue (subject, row_id) select distinct %L, %I from changed order by 2
     on conflict (subject, row_id) do update set row_id = excluded.row_id',
    tg_argv[0], tg_argv[1]);
  get diagnostics noted = row_count;
  if noted > 0 then
    raise notice 'search_queue';
  end if;
  return null;
end $$;
