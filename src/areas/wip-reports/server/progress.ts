import { leftOnSql } from '#server/allocation/leaving.ts'
import { asPortal } from '#server/kit/as-portal.ts'
import type { Work } from '#server/kit/kit.ts'
import { latestStage, type Progress } from '#shared/trade/production.ts'

/**
 * Recomputes everything derived from the reports of these lines: daily units, stages, lines and orders. `isUnpacked`: a
 * report of packing was deleted.
 */
export const settle = async (work: Work, ids: readonly number[], { isUnpacked = false } = {}): Promise<void> => {
  const lines = [...new Set(ids)]
  await work.tx.query(dailyUnits, [lines], 'wip_daily')
  await work.tx.query('delete from wip_progress where po_line_id = any($1::bigint[])', [lines], 'wip_progress_gone')
  await work.tx.query(stageUnits, [lines], 'wip_progress_made')
  const rows = await work.tx.query<LineProgress>(lineProgress, [lines], 'wip_progress_lines')
  const repository = work.kit.repository('po-lines')
  // Written through their order, which updates its totals and risks; the author is the portal.
  const writing = asPortal(work)
  for (const row of rows) {
    const values = valuesOf(row, isUnpacked)
    if (Object.entries(values).some(([name, value]) => row[name as keyof LineProgress] !== value))
      await repository.edit(writing, row.id, values)
  }
}

interface LineProgress {
  id: number
  stages: Progress
  reported_on: string | null
  packed_qty: number
  wip_stage: string | null
  wip_qty: number | null
  wip_reported_on: string | null
  actual_ex_factory_date: string | null
  /** The day on which the units that have left the factory reached the ordered quantity. */
  left_on: string | null
}

/**
 * The figures of a line from its reports. Packed units that were entered by hand stay until packing is reported;
 * deleting the last packing report resets them.
 */
const valuesOf = ({ stages, reported_on, packed_qty, left_on }: LineProgress, isUnpacked: boolean) => {
  const latest = latestStage(stages)
  return {
    wip_stage: latest?.stage ?? null,
    wip_qty: latest?.qty ?? null,
    wip_reported_on: reported_on,
    packed_qty: stages.packing ?? (isUnpacked ? 0 : packed_qty),
    actual_ex_factory_date: left_on,
  }
}

const dailyUnits = `
  with told as (
    select id, cumulative_qty - lag(cumulative_qty, 1, 0) over (
      partition by po_line_id, coalesce(factory_id, 0), stage order by report_date) as daily
    from wip_reports where po_line_id = any($1::bigint[]) and archived_at is null)
  update wip_reports r set daily_qty = t.daily from told t where t.id = r.id and r.daily_qty is distinct from t.daily`

const stageUnits = `
  insert into wip_progress (po_line_id, stage, qty, reported_on)
  select po_line_id, stage, sum(cumulative_qty), max(report_date) from (
    select distinct on (po_line_id, coalesce(factory_id, 0), stage) po_line_id, stage, cumulative_qty, report_date
    from wip_reports where po_line_id = any($1::bigint[]) and archived_at is null
    order by po_line_id, coalesce(factory_id, 0), stage, report_date desc) last
  group by po_line_id, stage`

const lineProgress = `
  select l.id, coalesce(p.stages, '{}') as stages, p.reported_on, l.packed_qty, l.wip_stage, l.wip_qty,
    l.wip_reported_on::text, l.actual_ex_factory_date::text, ${leftOnSql('l', 'o')} as left_on
  from po_lines l join purchase_orders o on o.id = l.purchase_order_id left join (
    select po_line_id, json_object_agg(stage, qty) as stages, max(reported_on)::text as reported_on
    from wip_progress where po_line_id = any($1::bigint[]) group by po_line_id) p on p.po_line_id = l.id
  where l.id = any($1::bigint[])`
