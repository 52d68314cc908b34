-- A return is refunded once: a refund refers to its return.
alter table refunds add column return_id integer references return_requests on delete set null;

-- Earlier releases did not store this; their form proposed the note 'Returned books'. Each return gets the first such
-- refund made after its answer and before the next return was answered.
update refunds set return_id = (
  select r.id from return_requests r
  where r.order_id = refunds.order_id and r.state in ('approved', 'received') and r.answered_at <= refunds.created_at
  order by r.answered_at desc, r.id desc limit 1
)
where reason = 'staff' and note = 'Returned books' and retry_of is null;

-- Only the first of several keeps its return: it is unknown which return the others were for.
update refunds set return_id = null
where return_id is not null
  and exists (select 1 from refunds f where f.return_id = refunds.return_id and f.id < refunds.id);

-- A refund that tries a failed one again is for the same return.
with recursive tries (id, return_id) as (
  select id, return_id from refunds where return_id is not null
  union all
  select f.id, t.return_id from refunds f join tries t on f.retry_of = t.id
)
update refunds set return_id = (select t.return_id from tries t where t.id = refunds.id)
where retry_of is not null and id in (select id from tries);

-- At most one for each return, and the refunds that try it again.
create unique index refunds_by_return on refunds (return_id) where return_id is not null and retry_of is null;
create index refunds_of_return on refunds (return_id) where return_id is not null;
