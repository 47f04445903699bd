-- Inspections that have not begun, and samples that were not sent, end with their order line; those of lines that ended before.
with ended as (
  select q.id, q.status, l.line_title
  from qa_activities q join po_lines l on l.id = q.po_line_id
  where q.status in ('planned', 'requested', 'scheduled', 'missed') and q.archived_at is null
    and l.line_status in ('cancelled', 'short_closed')
), cancelled as (
  update qa_activities q set status = 'cancelled', version = q.version + 1, updated_at = now() from ended e where q.id = e.id
)
insert into history (at, actor_name, actor_role, area, record_id, document_area, document_id, action, from_status, to_status, comment, changes)
select now(), 'system', 'admin', 'qa-activities', id, 'qa-activities', id, 'cancel', status, 'cancelled', line_title, '[]' from ended;

with ended as (
  select r.id, r.status, own.line_title
  from sample_requests r join sample_types t on t.id = r.sample_type_id join po_lines own on own.id = r.po_line_id
  where r.status in ('draft', 'requested', 'acknowledged', 'in_making') and r.archived_at is null
    and own.line_status in ('cancelled', 'short_closed')
    -- An open line of the same style may need the sample, too.
    and not exists (
      select 1 from po_lines l join purchase_orders o on o.id = l.purchase_order_id
      where not t.needs_line and l.line_status = 'open' and o.status not in ('closed', 'completed', 'cancelled')
        and l.article_id = r.article_id and o.supplier_id = r.supplier_id
        and (not t.needs_colourway or l.colourway_id = r.colourway_id))
), cancelled as (
  update sample_requests r set status = 'cancelled', version = r.version + 1, updated_at = now() from ended e where r.id = e.id
)
insert into history (at, actor_name, actor_role, area, record_id, document_area, document_id, action, from_status, to_status, comment, changes)
select now(), 'system', 'admin', 'sample-requests', id, 'sample-requests', id, 'cancel', status, 'cancelled', line_title, '[]' from ended;
