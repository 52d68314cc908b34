-- Those of the copies that were lost in a parcel: no other copy is written off for them.
alter table refund_lines add column lost integer not null default 0 check (lost between 0 and quantity);

-- Until now these were as many as the line had lost copies: of the newest refunds first.
update refund_lines set lost = coalesce((
  select case when counted.left_over <= 0 then 0 when counted.left_over < refund_lines.quantity then counted.left_over else refund_lines.quantity end
  from (
    select l.id,
      coalesce((select sum(case when p.lost_at is null then 0 else pl.quantity end - pl.from_stock)
        from parcel_lines pl join parcels p on p.id = pl.parcel_id where pl.order_line_id = l.id), 0)
      - coalesce((select sum(later.quantity) from refund_lines later
        where later.order_line_id = l.id and later.restocked = 0 and later.refund_id > refund_lines.refund_id), 0) as left_over
    from order_lines l where l.id = refund_lines.order_line_id
  ) counted
), 0) where restocked = 0;
