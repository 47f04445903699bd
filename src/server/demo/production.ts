import type { Work } from '#server/kit/kit.ts'
import { demoReports, type MadeLine } from '#server/seeds/demo/reports.ts'
import { wipStages } from '#shared/trade/production.ts'

/** Creates the production reports of the suppliers' agents, and updates the totals of the lines by them. */
export const loadReports = async ({ tx }: Work, day: string) => {
  const lines = await tx.query<MadeLine>(
    `select l.id, l.qty, l.packed_qty, coalesce(l.forecast_ex_factory_date, l.ex_factory_date)::text as ready,
       l.actual_ex_factory_date::text as left_on, l.wip_qty as left_qty
     from po_lines l join purchase_orders o on o.id = l.purchase_order_id
     where l.actual_ex_factory_date is not null
       or (o.status = 'confirmed' and l.line_status = 'open' and l.shipped_qty = 0) order by l.id`,
  )
  await tx.query(
    `with told as (
       select * from jsonb_to_recordset($1::jsonb) as r(po_line_id bigint, stage text, report_date date,
         cumulative_qty integer, correction_reason text, remark text)),
     made as (
       insert into wip_reports (po_line_id, supplier_id, report_title, stage, report_date, cumulative_qty, daily_qty,
         correction_reason, remark, reporter_id, created_at, created_by, updated_at, updated_by)
       select r.po_line_id, o.supplier_id, l.line_title || ' · ' || r.report_date, r.stage, r.report_date, r.cumulative_qty,
         r.cumulative_qty - lag(r.cumulative_qty, 1, 0) over (partition by r.po_line_id, r.stage order by r.report_date),
         r.correction_reason, r.remark, u.id, r.report_date + time '10:00', u.id, r.report_date + time '10:00', u.id
       from told r join po_lines l on l.id = r.po_line_id join purchase_orders o on o.id = l.purchase_order_id
         left join lateral (select id from users where supplier_id = o.supplier_id order by type desc, id limit 1) u on true
       order by r.report_date, r.po_line_id returning id),
     noted as (
       insert into demo_records (area, record_id) select 'wip-reports', id from made)
     insert into wip_progress (po_line_id, stage, qty, reported_on)
     select distinct on (po_line_id, stage) po_line_id, stage, cumulative_qty, report_date
     from told order by po_line_id, stage, report_date desc`,
    [JSON.stringify(demoReports(day, lines))],
  )
  await tx.query(
    `update po_lines l set wip_stage = p.stage, wip_qty = p.qty, wip_reported_on = p.reported_on,
       production_status = case when greatest(l.packed_qty, case p.stage when 'ex_factory' then p.qty end) >= l.qty then 'finished'
         when p.stage <> 'material_in_house' then 'in_production' else 'not_started' end
     from (select distinct on (po_line_id) po_line_id, stage, qty, max(reported_on) over (partition by po_line_id) as reported_on
       from wip_progress order by po_line_id, array_position($1::text[], stage) desc) p
     where p.po_line_id = l.id`,
    [[...wipStages]],
  )
  await tx.query(
    `update purchase_orders o set production_status = 'in_production'
     where production_status = 'not_started' and exists (select 1 from po_lines l
       where l.purchase_order_id = o.id and l.production_status <> 'not_started' and l.line_status <> 'cancelled')`,
  )
}
