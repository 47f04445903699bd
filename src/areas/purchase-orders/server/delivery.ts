import type { Change, Work } from '#server/kit/kit.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import {
  type DeliveryFacts,
  type DeliveryStatus,
  goodsByFacts,
  goodsOf,
  needsLateReason,
  type StepProblem,
  settledStatus,
  statusByFacts,
  stepProblem,
} from '#shared/trade/delivery.ts'
import { asOrder, bookedQty, deriveSlips, type Line, leastQty, type Order } from '../rules'
import { settleOrderSlips, settleRiskOf, settleRisks } from './risk'

/**
 * Updates the delivery of each line: a status set by hand holds until the facts are further along; goods state, departure,
 * slip and risk follow from it. Production, bookings and containers write their facts or the status through the order,
 * so all of them are settled here. Returns the problems of each change.
 */
export const settleDelivery = async (work: Work, changes: readonly Change[]): Promise<Problem[][]> => {
  const deliveryChanges = changes.map((change) => lineDeliveries(change))
  const statuses = deliveryChanges.flat().some(isToSettle) ? await readStatuses(work) : noStatuses
  const problems = deliveryChanges.map((lines) =>
    lines.flatMap((delivery) => [
      ...(isToSettle(delivery) ? settleStatus(work, delivery, statuses) : []),
      ...forecastProblems(work, delivery),
      ...lateProblems(work, delivery),
    ]),
  )
  for (const { after } of changes) deriveSlips(asOrder(after), work.context.today)
  await settleRiskOf(
    work,
    deliveryChanges.flat().map(({ factStatus, ...delivery }) => ({
      ...delivery,
      isWatched: factStatus !== null && delivery.line.line_status === 'open',
    })),
  )
  return problems
}

/**
 * Settles one portion of lines as daily work, because dates that passed put deliveries at risk. Lines from before delivery
 * statuses existed get the status of `statusByFacts`.
 */
export const settleDeliveriesOfDay = async (work: Work, after: number): Promise<number | null> => {
  const rows = await work.tx.query<{ id: number }>(
    // The table `counted_lines` has an index for this condition.
    `select po_line_id as id from counted_lines
     where po_line_id > $1 and (line_status = 'open' or delivery_status_id is null or order_status = 'declined')
     order by po_line_id limit ${linesAtOnce}`,
    [after],
    'delivery_lines_of_day',
  )
  const lines = rows.map(({ id }) => id)
  await work.tx.query(declinedStatuses, [lines], 'delivery_declined_statuses')
  await work.tx.query(missingStatuses, [lines], 'delivery_missing_statuses')
  await settleRisks(work, lines)
  await settleOrderSlips(work, lines)
  return lines.length === linesAtOnce ? (lines.at(-1) ?? null) : null
}

/** Settles all lines at once, in the transaction that created them. */
export const settleAllDeliveries = async (work: Work): Promise<void> => {
  for (let after: number | null = 0; after !== null; ) after = await settleDeliveriesOfDay(work, after)
}

/** Lines of one portion: 0.2 s on a small machine even if each is written. */
const linesAtOnce = 250

/** A line in its order, with its delivery facts before and after the write. */
interface LineDelivery {
  order: Order
  line: Line
  /** The line before the write. */
  earlierLine: Line | undefined
  path: string
  facts: DeliveryFacts
  earlierFacts: DeliveryFacts | null
  /** The code of the status that follows from the facts. */
  factStatus: string | null
  earlierFactStatus: string | null
}

interface Statuses {
  byId: ReadonlyMap<number, DeliveryStatus>
  byCode: ReadonlyMap<string, DeliveryStatus>
}
const noStatuses: Statuses = { byId: new Map(), byCode: new Map() }

const lineDeliveries = ({ before, after }: Change): LineDelivery[] => {
  const order = asOrder(after)
  const earlier = before && asOrder(before)
  return order.lines.map((line, index) => {
    const earlierLine = earlier?.lines.find(({ id }) => id !== undefined && id === line.id)
    const facts = factsOf(order, line)
    const earlierFacts = earlier && earlierLine ? factsOf(earlier, earlierLine) : null
    return {
      order,
      line,
      earlierLine,
      path: `lines.${index}.`,
      facts,
      earlierFacts,
      factStatus: statusByFacts(facts),
      earlierFactStatus: earlierFacts && statusByFacts(earlierFacts),
    }
  })
}

const factsOf = (order: Order, line: Line): DeliveryFacts => ({
  ...line,
  // A declined order is not delivered.
  isIssued: Boolean(order.issued_at) && order.status !== 'declined',
  isAcknowledged: Boolean(order.acknowledged_at) || acknowledged.has(order.status),
  least_qty: leastQty(order, line),
  booked_qty: bookedQty(line),
  // The larger of the units reported by the factory and those taken over by the carrier.
  left_qty: Math.max(line.wip_stage === 'ex_factory' ? (line.wip_qty ?? 0) : 0, line.taken_qty ?? 0),
})
const acknowledged: ReadonlySet<string> = new Set(['confirmed', 'closed', 'completed'])

/** Whether the delivery of a line may change; statuses are only read if some may. */
const isToSettle = ({ line, earlierLine, facts, earlierFacts, factStatus, earlierFactStatus }: LineDelivery) =>
  (line.delivery_status_id ?? null) !== (earlierLine?.delivery_status_id ?? null) ||
  factStatus !== earlierFactStatus ||
  (factStatus !== null && line.delivery_status_id === null) ||
  goodsByFacts(facts) !== (earlierFacts && goodsByFacts(earlierFacts)) ||
  (line.goods_state === null) !== (goodsByFacts(facts) === null) ||
  line.actual_ex_factory_date !== (earlierLine?.actual_ex_factory_date ?? null)

const settleStatus = (work: Work, delivery: LineDelivery, { byId, byCode }: Statuses): Problem[] => {
  const { line, earlierLine, factStatus, earlierFactStatus, path } = delivery
  const status = line.delivery_status_id ?? null
  const earlierStatus = earlierLine?.delivery_status_id ?? null
  const from = byId.get(earlierStatus ?? 0) ?? null
  const byFacts = byCode.get(factStatus ?? '') ?? null
  const isChosen = status !== earlierStatus
  // A status that followed from facts is undone when a report is corrected; a status set by a user stays.
  const wasByFacts = !isChosen && earlierStatus !== null && earlierStatus === byCode.get(earlierFactStatus ?? '')?.id
  const to = wasByFacts ? byFacts : (byId.get(status ?? 0) ?? byFacts)
  const isByHand = isChosen && work.me.id !== 0
  const isExplained =
    Boolean(line.delivery_comment) && line.delivery_comment !== (earlierLine?.delivery_comment ?? null)
  const by = work.me.role === 'admin' || work.me.role === 'Office' ? 'office' : 'supplier'
  const refusal = isByHand && to ? stepProblem({ by, from, to, byFacts, isExplained }) : isByHand ? 'not_out' : null
  // Facts never set a status back before the one set by hand.
  const isEarlier = isChosen && !isByHand && from && to && from.stage !== 'closed' && to.sort < from.sort
  const settled = settledStatus(isEarlier ? from : to, byFacts)
  line.delivery_status_id = settled?.id ?? null
  line.delivery_stage = settled?.stage ?? null
  settleGoods(delivery, { status: settled, statusByFacts: byFacts }, from)
  return refusal ? [problem(textOf(`messages.delivery.${refusal}`), path + fieldOf(refusal))] : []
}

/** Sets the state of the goods. The forecast of departed goods is their actual date, until that is withdrawn. */
const settleGoods = (
  { line, earlierLine, facts, earlierFacts }: LineDelivery,
  current: Pick<Parameters<typeof goodsOf>[0], 'status' | 'statusByFacts'>,
  earlierStatus: DeliveryStatus | null,
) => {
  const before = earlierLine &&
    earlierFacts && { byFacts: goodsByFacts(earlierFacts), status: earlierStatus, goods: earlierLine.goods_state }
  line.goods_state = goodsOf({ ...current, byFacts: goodsByFacts(facts) }, before ?? null)
  const { actual_ex_factory_date: actual } = line
  const earlierActual = earlierLine?.actual_ex_factory_date ?? null
  if (line.goods_state === 'left' && actual) line.forecast_ex_factory_date = actual
  else if (earlierActual && !actual && line.forecast_ex_factory_date === earlierActual)
    line.forecast_ex_factory_date = line.promised_ex_factory_date
}

const fieldOf = (refusal: StepProblem) => (refusal === 'back_needs_comment' ? 'delivery_comment' : 'delivery_status_id')

/** A new forecast or promised date must not be in the past; departed goods cannot get one. */
const forecastProblems = (
  { me, action, context: { today } }: Work,
  { order, line, earlierLine, path }: LineDelivery,
): Problem[] => {
  const isImported = earlierLine === undefined && order.status !== 'draft'
  if (me.id === 0 || isImported || !fieldWrites.has(action)) return []
  return (['forecast_ex_factory_date', 'promised_ex_factory_date'] as const).flatMap((field) => {
    const day = line[field]
    if (day === null || day === (earlierLine?.[field] ?? null)) return []
    if (
      earlierLine?.goods_state === 'left' &&
      field === 'forecast_ex_factory_date' &&
      day !== line.actual_ex_factory_date
    )
      return [problem(textOf('messages.delivery.has_left'), path + field)]
    return day < today && day !== line.actual_ex_factory_date
      ? [problem(textOf('messages.delivery.day_has_passed'), path + field)]
      : []
  })
}

/** Actions with dates entered by users; an acknowledgement only copies the ordered date. */
const fieldWrites: ReadonlySet<string> = new Set(['create', 'edit', 'import'])

/** A late forecast needs a reason; the reason is cleared when the line is no longer late. */
const lateProblems = ({ me }: Work, { line, earlierLine, path }: LineDelivery): Problem[] => {
  const { forecast_ex_factory_date: forecast, ship_window_end: end } = line
  const before = earlierLine?.forecast_ex_factory_date ?? null
  if (forecast && end && forecast <= end && line.late_reason === (earlierLine?.late_reason ?? null))
    line.late_reason = null
  const isReasonMissing =
    earlierLine !== undefined && me.id !== 0 && needsLateReason(forecast, before, end) && !line.late_reason
  return isReasonMissing ? [problem(textOf('messages.delivery.late_reason_needed'), `${path}late_reason`)] : []
}

const readStatuses = async ({ tx }: Work): Promise<Statuses> => {
  const rows = await tx.query<DeliveryStatus>(
    'select id, code, stage, sort, set_by from delivery_statuses',
    [],
    'delivery_statuses_all',
  )
  return {
    byId: new Map(rows.map((row) => [row.id, row])),
    byCode: new Map(rows.map((row) => [row.code, row])),
  }
}

/** Clears lines of orders that were declined before declining did so itself. */
const declinedStatuses = `
  update po_lines l set delivery_status_id = null, delivery_stage = null, goods_state = null, delivery_risk = null, delivery_risk_reasons = '{}'
  from purchase_orders o
  where l.id = any($1::bigint[]) and o.id = l.purchase_order_id and o.status = 'declined' and l.delivery_status_id is not null`

const missingStatuses = `
  update po_lines l set delivery_status_id = x.status_id, delivery_stage = x.stage, goods_state = case
      when x.code = 'cancelled' then null
      when x.code in ('short_closed', 'delivered', 'ex_factory') then 'left'
      when l.shipped_qty > 0 and greatest(l.shipped_qty, x.left_qty) >= x.least_qty then 'left'
      when l.production_status = 'finished' or (l.qty > 0 and l.packed_qty >= l.qty) then 'packed'
      else 'unpacked' end
  from (
    select k.id, u.least_qty, u.left_qty, s.id as status_id, s.code, s.stage
    from po_lines k join purchase_orders o on o.id = k.purchase_order_id
      cross join lateral (
        select ceil(k.qty * (100 - coalesce(o.qty_tolerance_under_pct, 0)) / 100) as least_qty,
          greatest(case when k.wip_stage = 'ex_factory' then k.wip_qty end, k.taken_qty, 0) as left_qty) u
      join delivery_statuses s on s.code = case
        when k.line_status in ('cancelled', 'short_closed') then k.line_status
        when k.line_status = 'closed' or (k.qty > 0 and k.received_qty >= k.qty) then 'delivered'
        when k.shipped_qty > 0 then 'on_board'
        when u.left_qty > 0 and u.left_qty >= u.least_qty then 'ex_factory'
        when k.qty > 0 and k.qty <= coalesce((select sum(z.booked_qty) from po_line_sizes z where z.po_line_id = k.id), k.booked_qty, 0)
          then 'booked'
        when k.production_status = 'finished' or (k.qty > 0 and k.packed_qty >= k.qty) then 'packed'
        when k.production_status <> 'not_started' or k.packed_qty > 0 then 'in_production'
        when o.acknowledged_at is not null or o.status in ('confirmed', 'closed', 'completed') then 'confirmed'
        else 'awaiting_ack' end
    where k.id = any($1::bigint[]) and o.issued_at is not null and o.status <> 'declined' and k.delivery_status_id is null) x
  where x.id = l.id`
