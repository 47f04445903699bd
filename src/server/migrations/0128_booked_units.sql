-- Units of order lines that are booked, and that the carrier has taken.
alter table po_lines add column booked_qty integer, add column taken_qty integer, add column received_on date;
create index po_lines_actual_ex_factory_date_idx on po_lines (actual_ex_factory_date, id);
create index po_lines_received_on_idx on po_lines (received_on, id);
update po_lines l set taken_qty = 0, booked_qty = coalesce(
  (select sum(s.booked_qty) from po_line_sizes s where s.po_line_id = l.id), 0);

-- Units that were booked or shipped before there were bookings get two for each order, so that they go on counting.
create temporary table opening on commit drop as
  select l.id as line, l.purchase_order_id as po, s.size_id, k.kind,
    case k.kind when 'S' then coalesce(s.shipped_qty, 0)
      else greatest(coalesce(s.booked_qty, 0) - coalesce(s.shipped_qty, 0), 0) end as qty,
    case k.kind when 'S' then s.received_qty end as received
  from po_lines l join po_line_sizes s on s.po_line_id = l.id cross join (values ('S'), ('B')) as k(kind)
  union all
  select l.id, l.purchase_order_id, null, 'S', coalesce(l.shipped_qty, 0), l.received_qty
  from po_lines l where not exists (select 1 from po_line_sizes s where s.po_line_id = l.id);
delete from opening where qty = 0;
insert into bookings (booking_no, supplier_id, load_type, incoterm, incoterm_place, transport_mode, port_of_loading_id,
  port_of_discharge_id, ship_to_location_id, ship_to_country, status, part_shipment, dangerous_goods, hanging, exceptions,
  needs_admin, pieces_qty, cartons_qty, remarks)
select 'BK-OPEN-' || o.id || '-' || k.kind, o.supplier_id,
  case when o.transport_mode in ('air', 'courier', 'road', 'rail') then o.transport_mode else 'fcl' end,
  o.incoterm, o.incoterm_place, o.transport_mode, o.port_of_loading_id, o.port_of_discharge_id, o.ship_to_location_id,
  o.ship_to_country, case k.kind when 'S' then 'closed' else 'approved' end, true, false, false, '{}', false, k.qty, 0,
  'Booked before the portal kept bookings.'
from (select po, kind, sum(qty) as qty from opening group by po, kind) k join purchase_orders o on o.id = k.po;
insert into booking_lines (booking_id, line_title, po_line_id, purchase_order_id, article_id, colourway_id, qty, cartons_qty,
  received_qty)
select b.id, l.line_title, l.id, l.purchase_order_id, l.article_id, l.colourway_id, k.qty, 0, k.received
from (select line, po, kind, sum(qty) as qty, sum(received) as received from opening group by line, po, kind) k
  join bookings b on b.booking_no = 'BK-OPEN-' || k.po || '-' || k.kind join po_lines l on l.id = k.line;
insert into booking_line_sizes (booking_line_id, size_id, qty, received_qty)
select x.id, k.size_id, k.qty, k.received
from opening k join bookings b on b.booking_no = 'BK-OPEN-' || k.po || '-' || k.kind
  join booking_lines x on x.booking_id = b.id and x.po_line_id = k.line;
-- What has left the factory with them is known from its reports.
update po_lines l set taken_qty = coalesce((
  select sum(x.qty) from booking_lines x join bookings b on b.id = x.booking_id
  where x.po_line_id = l.id and b.status = 'closed'), 0)
where l.shipped_qty > 0;
