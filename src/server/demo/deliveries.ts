import { settleAllDeliveries } from '#areas/purchase-orders/server/delivery.ts'
import { settle as settlePlans } from '#areas/tna-tasks/server/settle.ts'
import type { Work } from '#server/kit/kit.ts'
import { type DemoMilestone, milestonesDone } from '#server/seeds/demo/calendar.ts'

/** Derives the delivery status of each line from its facts, then sets some further statuses as if by hand. */
export const setDeliveries = async (work: Work, day: string) => {
  const { tx } = work
  // Resets the lines first, so that the facts alone decide.
  await tx.query(`update po_lines set delivery_status_id = null where delivery_status_id is not null`)
  await settleAllDeliveries(work)
  const setStatus = (code: string, condition: string) =>
    tx.query(
      `update po_lines l set delivery_status_id = s.id, delivery_stage = s.stage,
         goods_state = case when $1::text = 'cargo_received' then 'left' when $1::text = 'inspection_passed' then 'packed' else goods_state end
       from delivery_statuses s, delivery_statuses present
       where s.code = $1::text and $2::date is not null and present.id = l.delivery_status_id and l.line_status = 'open' and ${condition}`,
      [code, day],
    )
  await setStatus(
    'materials',
    `present.code = 'confirmed' and l.wip_stage is null and l.ex_factory_date < $2::date + 75 and l.id % 3 = 0`,
  )
  await setStatus('inspection_passed', `present.code = 'packed' and l.id % 2 = 0`)
  await setStatus('cargo_received', `present.code = 'ex_factory' and l.id % 2 = 0`)
  await setStatus(
    'arrived',
    `present.code = 'on_board' and l.goods_state = 'left' and coalesce(l.eta, $2::date) < $2::date - 2`,
  )
  await settleAllDeliveries(work)
}

/**
 * SQL for what completes a milestone. People complete it (`manual`) where its event cannot happen: for example on a line
 * that needs no price or whose supplier has no factory, and for most samples of the year, which the demo has no records of.
 */
const filledIn = `case
  when filled_by in ('prices_released', 'tickets_confirmed') and not exists (
    select 1 from po_line_rrps r where r.po_line_id = t.po_line_id and r.status <> 'not_required') then 'manual'
  when filled_by in ('composition_and_care', 'specifications_acknowledged') and exists (
    select 1 from po_lines l where l.id = t.po_line_id and l.line_status <> 'open') then 'manual'
  when filled_by = 'artwork_approved' and exists (
    select 1 from po_lines l join purchase_orders o on o.id = l.purchase_order_id
    where l.id = t.po_line_id and (l.artwork_readiness = 'missing' or l.line_status <> 'open'
      or o.status in ('closed', 'completed', 'cancelled'))) then 'manual'
  when filled_by ~ '^(lab_dip|fit|size_set|pps|top|inline|dupro|lab_test|final)_' then 'manual'
  when filled_by = 'factory_allocated' and not exists (
    select 1 from factory_suppliers s where s.supplier_id = t.supplier_id) then 'manual'
  else filled_by end`

/** Completes milestones from events, and lets people complete the others that were due by yesterday. */
export const fillMilestones = async (work: Work, day: string) => {
  const { tx } = work
  const orders = await tx.query<{ id: number }>('select distinct purchase_order_id as id from tna_tasks order by 1')
  await settlePlans(work, { orders: orders.map(({ id }) => id) })
  await tx.query(`delete from history where document_area = 'tna-tasks'`)
  const rows = await tx.query<{ tasks: DemoMilestone[] }>(
    `select json_agg(json_build_object('id', id, 'code', code, 'seq', seq, 'status', status, 'owner', owner,
       'revised_date', revised_date, 'filled_by', ${filledIn}, 'after_code', after_code, 'and_after_code', and_after_code) order by seq) as tasks
     from tna_tasks t group by po_line_id order by po_line_id`,
  )
  const outcomes = rows.flatMap(({ tasks }, index) => milestonesDone(tasks, day, index))
  await tx.query(
    `update tna_tasks t set status = x.status, actual_date = x.actual_date, expected_date = x.expected_date,
       reason = x.reason, late_days = x.late_days, version = t.version + 1,
       set_by = case when x.status = 'done' then 'person' end,
       done_by = case when x.status = 'done' and t.owner = 'office' then o.buyer_id
         when x.status = 'done' then o.agent_contact_id end,
       updated_at = coalesce(x.actual_date, $2::date - 1) + time '09:30'
     from jsonb_to_recordset($1::jsonb) as x(id bigint, status text, actual_date date, expected_date date, reason text,
       late_days int), purchase_orders o
     where t.id = x.id and o.id = t.purchase_order_id`,
    [JSON.stringify(outcomes), day],
  )
}
