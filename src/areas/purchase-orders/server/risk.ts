import { restartDailyWork } from '#server/kit/daily.ts'
import type { Change, Work } from '#server/kit/kit.ts'
import { quoted } from '#shared/base/quoted.ts'
import type { Area } from '#shared/kit/area.ts'
import { readinessField, requirementField } from '#shared/trade/allocation.ts'
import {
  ackGraceDays,
  beforeArrival,
  type DeliveryStage,
  requirementDays,
  riskOf,
  stagesBeforeLeaving,
  taskGraceDays,
} from '#shared/trade/delivery.ts'
import { expectedLeavingSql, overdueSql, taskLateSql } from '#shared/trade/late-sql.ts'
import { lineKinds } from '#shared/trade/line-kinds.ts'
import { isReady, readyStates } from '#shared/trade/readiness.ts'
import { purchaseOrders } from '../area'
import type { Line, Order } from '../rules'

/** A line that is being written, in its order. */
export interface Watched {
  order: Order
  line: Line
  /** The line before the write; undefined for a new one. */
  earlierLine: Line | undefined
  /** Whether its order is issued and the line is open. */
  isWatched: boolean
}

/**
 * Sets the risk of lines that are being written; `settleRisks` does the same for all others. Whether a milestone is late
 * is stored with the line and updated with every change of a milestone, so only lines that had no risk before are queried.
 */
export const settleRiskOf = async (work: Work, lines: readonly Watched[]) => {
  const { context } = work
  const late = await linesWithLateTask(work, lines)
  const kinds = blockingKinds(work)
  for (const { order, line, earlierLine, isWatched } of lines) {
    const { risk, reasons } = isWatched
      ? riskOf({
          ...line,
          today: context.today,
          stage: line.delivery_stage,
          ack_due_date: awaitsAnswer.has(order.status) ? order.ack_due_date : null,
          isTaskLate:
            earlierLine && hadNoRisk(earlierLine)
              ? late.has(Number(line.id))
              : (line.delivery_risk_reasons ?? []).includes('task_late'),
          isRequirementOpen: kinds.some((field) => !isReady({ ...line }[field])),
        })
      : { risk: null, reasons: [] }
    line.delivery_risk = risk
    line.delivery_risk_reasons = reasons
  }
}
const awaitsAnswer: ReadonlySet<string> = new Set(['issued', 'change_proposed'])

/**
 * Updates slip and risk of lines that are not being written: portions of all lines when the day or the setting of a
 * requirement changes, and lines whose milestones changed, in that transaction. A changed template does not affect
 * existing milestones. The SQL matches `slipDays` and `riskOf`; a test compares them.
 */
export const settleRisks = async (work: Work, lines: readonly number[]) => {
  if (lines.length === 0) return
  const [changed] = await work.tx.query<{ some: boolean }>(
    risks(kindsOf(work).map(readinessField)),
    [work.context.today, ackGraceDays, taskGraceDays, requirementDays, blockingKinds(work), [...new Set(lines)]],
    'delivery_risks_of_lines',
  )
  if (changed?.some) work.touched.add('po-lines')
}

/** Updates the slip of the orders of these lines: the largest slip of their open lines. */
export const settleOrderSlips = async (work: Work, lines: readonly number[]) => {
  const changed = await work.tx.query(orderSlips, [lines], 'delivery_order_slips')
  if (changed.length > 0) work.touched.add('purchase-orders')
}

/** Updates the risk of the lines whose milestones were written. */
export const followTasks = (work: Work, changes: readonly Change[]) =>
  settleRisks(
    work,
    changes.map(({ after }) => Number(after.po_line_id)),
  )

/** Restarts the daily work if the settings changed which requirements block a booking. */
export const followSettings = async (work: Work, [change]: readonly Change[]) => {
  const fields = kindsOf(work).map(requirementField)
  if (!change?.before || fields.every((field) => change.before?.[field] === change.after[field])) return
  await restartDailyWork({ ...work, context: { ...work.context, settings: change.after } }, purchaseOrders.name)
}

const kindsOf = ({ kit }: Work) => lineKinds(kit.register.get('po-lines') as Area, kit.register.areas)

/** The readiness columns of the kinds that block a booking. */
const blockingKinds = (work: Work): string[] =>
  kindsOf(work)
    .filter((plan) => (work.context.settings[requirementField(plan)] ?? 'block') === 'block')
    .map(readinessField)

/** Whether the line had no stored risk of milestones before: it was not issued, was closed, or had arrived. */
const hadNoRisk = ({ delivery_risk, delivery_stage }: Line) =>
  delivery_risk === null || !has(beforeArrival, delivery_stage)

const has = (stages: readonly DeliveryStage[], stage: DeliveryStage | null) => stage !== null && stages.includes(stage)

/** The ids of lines with a late milestone, among lines whose stored risk does not say so yet. */
const linesWithLateTask = async ({ tx, context }: Work, lines: readonly Watched[]): Promise<ReadonlySet<number>> => {
  const lineIds = lines.flatMap(({ line, earlierLine, isWatched }) =>
    isWatched && earlierLine && hadNoRisk(earlierLine) ? [Number(line.id)] : [],
  )
  if (lineIds.length === 0) return new Set()
  const rows = await tx.query<{ po_line_id: number }>(
    `select po_line_id from tna_tasks t where po_line_id = any($3::bigint[]) and ${isLate('$1', '$2')}`,
    [context.today, taskGraceDays, lineIds],
    'delivery_late_tasks',
  )
  return new Set(rows.map(({ po_line_id }) => po_line_id))
}

/** SQL: whether milestone `t` is late by more than `days`, by the calendar or by its owner's forecast (`lateDays`). */
const isLate = (today: string, days: string) =>
  `t.status = 'pending' and t.archived_at is null and ${taskLateSql('t', `${today}::date`)} > ${days}::int`

const among = (stages: readonly DeliveryStage[]) => `l.delivery_stage in (${quoted(stages)})`

const risks = (fields: readonly string[]) => `
  with late as (
    select distinct t.po_line_id from tna_tasks t
    where ${isLate('$1', '$3')} and t.po_line_id = any($6::bigint[])),
  leaving as (
    select l.id, ${expectedLeavingSql('l', '$1::date')} as day from po_lines l
    where l.line_status = 'open' and l.delivery_status_id is not null and l.id = any($6::bigint[])),
  judged as (
    select l.id, leaving.day - l.ex_factory_date as slip_days, array_remove(array[
        case when leaving.day > l.ship_window_end then 'forecast_after_window' end,
        case when ${overdueSql('l', '$1::date')} then 'ex_factory_passed' end,
        case when o.status in (${quoted([...awaitsAnswer])}) and o.ack_due_date + $2::int < $1::date
          then 'ack_overdue' end,
        case when leaving.day > l.ex_factory_date then 'forecast_after_ex_factory' end,
        case when late.po_line_id is not null and ${among(beforeArrival)} then 'task_late' end,
        case when l.ex_factory_date - $4::int <= $1::date and ${among(stagesBeforeLeaving)} and (${
          fields
            .map((field) => `'${field}' = any($5::text[]) and l.${field} not in (${quoted(readyStates)})`)
            .join(' or ') || 'false'
        }) then 'requirement_open' end], null) as reasons
    from leaving join po_lines l on l.id = leaving.id join purchase_orders o on o.id = l.purchase_order_id
      left join late on late.po_line_id = l.id
    where o.issued_at is not null),
  settled as (
    select id, slip_days, reasons, case
      when reasons && array['forecast_after_window', 'ex_factory_passed', 'ack_overdue'] then 'red'
      when cardinality(reasons) > 0 then 'amber' else 'green' end as risk
    from judged),
  changed as (
    update po_lines l set slip_days = s.slip_days, delivery_risk = s.risk, delivery_risk_reasons = s.reasons
    from settled s
    where s.id = l.id
      and (l.slip_days, l.delivery_risk, l.delivery_risk_reasons) is distinct from (s.slip_days, s.risk, s.reasons)
    returning l.id)
  select exists (select from changed) as some`

const orderSlips = `
  update purchase_orders o set slip_days = x.slip_days
  from (
    select l.purchase_order_id, max(l.slip_days) as slip_days from po_lines l
    where l.line_status = 'open' and l.delivery_status_id is not null
      and l.purchase_order_id in (select purchase_order_id from po_lines where id = any($1::bigint[]))
    group by l.purchase_order_id) x
  where o.id = x.purchase_order_id and o.slip_days is distinct from x.slip_days
  returning o.id`
