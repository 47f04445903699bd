-- Where the goods of a line are, whatever is booked for them, and the day they left as the production reports tell it.
alter table po_lines
  add column actual_ex_factory_date date,
  add column goods_state text constraint po_lines_goods_state_check check (goods_state in ('unpacked', 'packed', 'left'));

-- The library of a portal that runs already gets the status that its reports now set.
insert into delivery_statuses (code, name_en, name_zh, stage, sort, set_by, tone, search)
select 'ex_factory', 'Left the factory', '已出厂', 'shipping',
  (booked.sort + coalesce((select min(next.sort) from delivery_statuses next where next.sort > booked.sort), booked.sort + 10)) / 2,
  'system', 'info', array_to_tsvector(array['ex_factory', 'left', 'the', 'factory', '已出厂'])
from delivery_statuses booked
where booked.code = 'booked' and not exists (select 1 from delivery_statuses where code = 'ex_factory');

with units as (
  select distinct on (days.po_line_id, days.day) days.po_line_id, days.day, (
    select sum(last.qty) from (
      select distinct on (coalesce(r.factory_id, 0)) r.cumulative_qty as qty from wip_reports r
      where r.po_line_id = days.po_line_id and r.stage = 'ex_factory' and r.archived_at is null and r.report_date <= days.day
      order by coalesce(r.factory_id, 0), r.report_date desc) last) as qty
  from (select distinct po_line_id, report_date as day from wip_reports where stage = 'ex_factory' and archived_at is null) days),
needed as (
  select l.id, greatest(1, ceil(l.qty * (100 - coalesce(o.qty_tolerance_under_pct, 0)) / 100)) as qty
  from po_lines l join purchase_orders o on o.id = l.purchase_order_id),
left_on as (
  select u.po_line_id, min(u.day) as day
  from units u join needed n on n.id = u.po_line_id
  where u.day > coalesce((
    select max(x.day) from units x where x.po_line_id = u.po_line_id and x.qty < n.qty), '-infinity')
  group by u.po_line_id)
update po_lines l set actual_ex_factory_date = x.day, forecast_ex_factory_date = x.day
from left_on x where x.po_line_id = l.id;

update po_lines l set goods_state = case
    when l.line_status in ('closed', 'short_closed') then 'left'
    when l.qty > 0 and l.received_qty >= l.qty then 'left'
    when l.actual_ex_factory_date is not null then 'left'
    when l.shipped_qty > 0 and l.shipped_qty >= ceil(l.qty * (100 - coalesce(o.qty_tolerance_under_pct, 0)) / 100) then 'left'
    when s.code in ('cargo_received', 'arrived') or (s.stage = 'shipping' and s.set_by <> 'system') then 'left'
    when l.production_status = 'finished' or (l.qty > 0 and l.packed_qty >= l.qty) or s.stage = 'ready' then 'packed'
    else 'unpacked' end
from purchase_orders o, po_lines k left join delivery_statuses s on s.id = k.delivery_status_id
where k.id = l.id and o.id = l.purchase_order_id and o.issued_at is not null and o.status <> 'declined'
  and l.line_status <> 'cancelled';

update po_lines l set delivery_status_id = s.id, delivery_stage = s.stage
from delivery_statuses s, delivery_statuses present
where s.code = 'ex_factory' and present.id = l.delivery_status_id and present.sort < s.sort and l.line_status = 'open'
  and l.actual_ex_factory_date is not null;

-- What is overdue is counted on the dashboard and stands on every worklist.
drop index po_lines_to_make_idx;
create index po_lines_unpacked_idx on po_lines (ex_factory_date, id) where goods_state = 'unpacked';
create index po_lines_making_idx on po_lines (ex_factory_date, id) where line_status = 'open' and goods_state in ('unpacked', 'packed');
