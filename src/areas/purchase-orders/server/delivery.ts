import type { Change, Work } from '../../../server/kit/area-server'
import {
  type DeliveryFacts,
  type DeliveryStatus,
  needsLateReason,
  type StepProblem,
  settledStatus,
  statusByFacts,
  stepProblem,
} from '../../../shared/delivery'
import { type Problem, problem } from '../../../shared/rules'
import { say } from '../../../shared/text'
import { asOrder, type Line, type Order } from '../rules'
import { settleRiskOf, settleRisks } from './risk'

/**
 * Brings the delivery of each line up to date: a status said by hand is weighed, what is known of the goods wins where it
 * tells of more, and the risk follows. Whatever else learns of a line (production, bookings, containers) writes its
 * facts into the order, or as the portal itself the status; both end here.
 */
export const settleDelivery = async (work: Work, changes: readonly Change[]): Promise<Problem[][]> => {
  const told = changes.map((change) => tellings(change))
  const statuses = told.flat().some(isToSettle) ? await readStatuses(work) : none
  const problems = told.map((lines) =>
    lines.flatMap((telling) => [
      ...(isToSettle(telling) ? settleStatus(work, telling, statuses) : []),
      ...lateProblems(work, telling),
    ]),
  )
  await settleRiskOf(
    work,
    told.flat().map(({ byNow, ...telling }) => ({
      ...telling,
      isWatched: byNow !== null && telling.line.line_status === 'open',
    })),
  )
  return problems
}

/**
 * What the turn of the day changes without anybody writing: dates that pass put deliveries at risk. Also gives lines that
 * came before there were statuses the one that the facts make, as `statusByFacts` says it.
 */
export const settleDeliveriesOfDay = async (work: Work) => {
  await work.tx.query(declinedStatuses, [], 'delivery_declined_statuses')
  await work.tx.query(missingStatuses, [], 'delivery_missing_statuses')
  await settleRisks(work)
}

/** A line as it was and as it will be, in its order. */
interface Telling {
  order: Order
  line: Line
  known: Line | undefined
  path: string
  /** What the facts make of it, now and before. */
  byNow: string | null
  byThen: string | null
}

interface Statuses {
  byId: ReadonlyMap<number, DeliveryStatus>
  byCode: ReadonlyMap<string, DeliveryStatus>
}
const none: Statuses = { byId: new Map(), byCode: new Map() }

const tellings = ({ before, after }: Change): Telling[] => {
  const order = asOrder(after)
  const earlier = before && asOrder(before)
  return order.lines.map((line, index) => {
    const known = earlier?.lines.find(({ id }) => id !== undefined && id === line.id)
    return {
      order,
      line,
      known,
      path: `lines.${index}.`,
      byNow: statusByFacts(factsOf(order, line)),
      byThen: earlier && known ? statusByFacts(factsOf(earlier, known)) : null,
    }
  })
}

const factsOf = (order: Order, line: Line): DeliveryFacts => ({
  ...line,
  // What the supplier declined nobody delivers.
  isIssued: Boolean(order.issued_at) && order.status !== 'declined',
  isAcknowledged: Boolean(order.acknowledged_at) || acknowledged.has(order.status),
  booked_qty: line.sizes.reduce((units, { booked_qty }) => units + (booked_qty ?? 0), 0),
})
const acknowledged: ReadonlySet<string> = new Set(['confirmed', 'closed', 'completed'])

/** The library is asked only where a status may change. */
const isToSettle = ({ line, known, byNow, byThen }: Telling) =>
  (line.delivery_status_id ?? null) !== (known?.delivery_status_id ?? null) ||
  byNow !== byThen ||
  (byNow !== null && line.delivery_status_id === null)

const settleStatus = (work: Work, telling: Telling, { byId, byCode }: Statuses): Problem[] => {
  const { line, known, byNow, path } = telling
  const said = line.delivery_status_id ?? null
  const held = known?.delivery_status_id ?? null
  const from = byId.get(held ?? 0) ?? null
  const byFacts = byCode.get(byNow ?? '') ?? null
  const to = byId.get(said ?? 0) ?? byFacts
  const isSaid = said !== held
  const isByHand = isSaid && work.me.id !== 0
  const isExplained = Boolean(line.delivery_comment) && line.delivery_comment !== (known?.delivery_comment ?? null)
  const by = work.me.role === 'admin' || work.me.role === 'Office' ? 'office' : 'supplier'
  const wrong = isByHand && to ? stepProblem({ by, from, to, byFacts, isExplained }) : isByHand ? 'not_out' : null
  // What the portal itself says never takes back what was said of later.
  const isEarlier = isSaid && !isByHand && from && to && from.stage !== 'closed' && to.sort < from.sort
  const settled = settledStatus(isEarlier ? from : to, byFacts)
  line.delivery_status_id = settled?.id ?? null
  line.delivery_stage = settled?.stage ?? null
  return wrong ? [problem(say(`messages.delivery.${wrong}`), path + fieldOf(wrong))] : []
}

const fieldOf = (wrong: StepProblem) => (wrong === 'back_needs_comment' ? 'delivery_comment' : 'delivery_status_id')

/** Why it will be late is asked of whoever says so, and forgotten when it will not be. */
const lateProblems = ({ me }: Work, { line, known, path }: Telling): Problem[] => {
  const { forecast_ex_factory_date: forecast, ship_window_end: end } = line
  const before = known?.forecast_ex_factory_date ?? null
  if (forecast && end && forecast <= end && line.late_reason === (known?.late_reason ?? null)) line.late_reason = null
  const isAsked = known !== undefined && me.id !== 0 && needsLateReason(forecast, before, end) && !line.late_reason
  return isAsked ? [problem(say('messages.delivery.late_reason_needed'), `${path}late_reason`)] : []
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

/** Of orders that were declined before their lines lost their status with that. */
const declinedStatuses = `
  update po_lines l set delivery_status_id = null, delivery_stage = null, delivery_risk = null, delivery_risk_reasons = '{}'
  from purchase_orders o
  where o.id = l.purchase_order_id and o.status = 'declined' and l.delivery_status_id is not null`

const missingStatuses = `
  update po_lines l set delivery_status_id = s.id, delivery_stage = s.stage
  from purchase_orders o, delivery_statuses s
  where o.id = l.purchase_order_id and o.issued_at is not null and o.status <> 'declined' and l.delivery_status_id is null
    and s.code = case
      when l.line_status in ('cancelled', 'short_closed') then l.line_status
      when l.line_status = 'closed' or (l.qty > 0 and l.received_qty >= l.qty) then 'delivered'
      when l.shipped_qty > 0 then 'on_board'
      when l.qty > 0 and l.qty <= (select coalesce(sum(z.booked_qty), 0) from po_line_sizes z where z.po_line_id = l.id)
        then 'booked'
      when l.production_status = 'finished' or (l.qty > 0 and l.packed_qty >= l.qty) then 'packed'
      when l.production_status <> 'not_started' or l.packed_qty > 0 then 'in_production'
      when o.acknowledged_at is not null or o.status in ('confirmed', 'closed', 'completed') then 'confirmed'
      else 'awaiting_ack' end`
