import { addDays, daysBetween } from '#shared/base/dates.ts'
import type { Filter } from '#shared/kit/filter.ts'
import { type GoodsState, goodsStates, type ProductionStatus } from './production'

/** Stages of a line's delivery, in order. Every delivery status belongs to one of them. */
export const deliveryStages = ['pre_production', 'production', 'ready', 'shipping', 'delivered', 'closed'] as const
export type DeliveryStage = (typeof deliveryStages)[number]

/** Who can set a status by hand: suppliers and the office, only the office, or only the portal. */
export const deliveryReporters = ['supplier', 'office', 'system'] as const

/** Codes of the delivery statuses that the portal derives from facts. They cannot be deleted from the library. */
export const systemStatuses = [
  'awaiting_ack',
  'confirmed',
  'in_production',
  'packed',
  'booked',
  'ex_factory',
  'on_board',
  'delivered',
  'short_closed',
  'cancelled',
] as const
export type SystemStatus = (typeof systemStatuses)[number]

/** Why goods leave after the ship window. */
export const lateReasons = [
  'material_late',
  'capacity',
  'quality_rework',
  'test_failed',
  'sample_approval_late',
  'artwork_late',
  'buyer_change',
  'transport',
  'holiday',
  'force_majeure',
] as const

/** A delivery status of the library, as far as these rules need it. */
export interface DeliveryStatus {
  id: number
  code: string
  stage: DeliveryStage
  sort: number
  set_by: (typeof deliveryReporters)[number]
}

/** Facts about a line, independent of any status set by hand. Quantities are units. */
export interface DeliveryFacts {
  isIssued: boolean
  isAcknowledged: boolean
  line_status: string
  production_status: ProductionStatus | null
  qty: number
  /** The smallest quantity that counts as complete, by the order's tolerance. */
  least_qty: number
  packed_qty: number
  booked_qty: number
  /** Units that left the factory, as factories report. */
  left_qty: number
  shipped_qty: number
  received_qty: number
}

/** The status that follows from the facts; null before the order is issued. */
export const statusByFacts = (facts: DeliveryFacts): SystemStatus | null => {
  const { line_status, production_status, qty } = facts
  if (!facts.isIssued) return null
  if (line_status === 'cancelled' || line_status === 'short_closed') return line_status
  if (line_status === 'closed' || (qty > 0 && facts.received_qty >= qty)) return 'delivered'
  if (facts.shipped_qty > 0) return 'on_board'
  if (facts.left_qty > 0 && facts.left_qty >= facts.least_qty) return 'ex_factory'
  if (qty > 0 && facts.booked_qty >= qty) return 'booked'
  if (isPacked(facts)) return 'packed'
  if ((production_status ?? 'not_started') !== 'not_started' || facts.packed_qty > 0) return 'in_production'
  return facts.isAcknowledged ? 'confirmed' : 'awaiting_ack'
}

/**
 * The state of the goods that follows from the facts; null before the order is issued and for lines that are no longer
 * produced.
 */
export const goodsByFacts = (facts: DeliveryFacts): GoodsState | null => {
  const status = statusByFacts(facts)
  if (status === null || status === 'cancelled') return null
  if (status === 'short_closed' || status === 'delivered' || status === 'ex_factory') return 'left'
  // After a partial shipment the other units may still be in production.
  if (facts.shipped_qty > 0 && Math.max(facts.shipped_qty, facts.left_qty) >= facts.least_qty) return 'left'
  return isPacked(facts) ? 'packed' : 'unpacked'
}

const isPacked = ({ production_status, packed_qty, qty }: DeliveryFacts) =>
  production_status === 'finished' || (qty > 0 && packed_qty >= qty)

/** What determines the state of a line's goods, now or before the write. */
export interface GoodsFacts {
  /** The result of `goodsByFacts`. */
  byFacts: GoodsState | null
  /** The effective status. */
  status: DeliveryStatus | null
  /** The effective state of the goods. */
  goods: GoodsState | null
}

/**
 * The effective state of the goods: the one that follows from the facts, or a later one implied by a status set by
 * hand. The latter remains effective under later statuses until the status is set back.
 */
export const goodsOf = (
  now: Omit<GoodsFacts, 'goods'> & { statusByFacts: DeliveryStatus | null },
  before: GoodsFacts | null,
): GoodsState | null => {
  if (now.byFacts === null) return null
  const isSetBack = (now.status?.sort ?? 0) < (before?.status?.sort ?? 0)
  const earlierClaim =
    before?.byFacts && before.goods && !isSetBack && isBeyond(before.goods, before.byFacts) ? before.goods : null
  const claim = now.status && now.status.id !== now.statusByFacts?.id ? goodsOfStatus(now.status) : null
  return [earlierClaim, claim].reduce<GoodsState>(
    (furthest, state) => (state && isBeyond(state, furthest) ? state : furthest),
    now.byFacts,
  )
}

const isBeyond = (state: GoodsState, other: GoodsState) => goodsStates.indexOf(state) > goodsStates.indexOf(other)

/** The state of the goods that a status set by hand implies. */
const goodsOfStatus = ({ code, stage }: DeliveryStatus): GoodsState =>
  stage === 'ready'
    ? 'packed'
    : stage === 'delivered' || (stage === 'shipping' && code !== 'booked')
      ? 'left'
      : 'unpacked'

/** A line, as far as its expected ex-factory date depends on it; dates are `YYYY-MM-DD`. */
export interface ExpectedLeaving {
  goods_state: GoodsState | null
  ex_factory_date: string | null
  forecast_ex_factory_date: string | null
  actual_ex_factory_date: string | null
}

/**
 * Whether a line is overdue: its ex-factory date has passed and its goods are not packed. This is the only definition;
 * `overdueFilters` expresses it as list filters and `overdueSql` (`late-sql.ts`) in SQL.
 */
export const isOverdue = (
  { goods_state, ex_factory_date }: Pick<ExpectedLeaving, 'goods_state' | 'ex_factory_date'>,
  today: string,
) => goods_state === 'unpacked' && ex_factory_date !== null && ex_factory_date < today

/** The list filters for overdue lines. */
export const overdueFilters = (today: string): Filter[] => [
  { field: 'goods_state', op: '', values: ['unpacked'] },
  { field: 'ex_factory_date', op: '_lt', values: [today] },
]

/**
 * The date on which goods are expected to leave the factory: the actual date, else the forecast, but not before today
 * while the goods are still there. Null if there is no forecast and the planned date has not passed.
 */
export const expectedLeaving = (line: ExpectedLeaving, today: string): string | null => {
  const { goods_state, ex_factory_date, forecast_ex_factory_date: forecast, actual_ex_factory_date: actual } = line
  if (goods_state === 'left') return actual ?? forecast
  if (goods_state === null) return forecast
  if (forecast === null) return ex_factory_date !== null && ex_factory_date < today ? today : null
  return forecast < today ? today : forecast
}

/** Days from the planned to the expected ex-factory date; negative if earlier, null if either date is unknown. */
export const slipDays = (line: ExpectedLeaving, today: string): number | null => {
  const expected = expectedLeaving(line, today)
  return expected && line.ex_factory_date ? daysBetween(line.ex_factory_date, expected) : null
}

/** The effective status: the one set by hand, unless the facts have progressed beyond it. */
export const settledStatus = (byHand: DeliveryStatus | null, byFacts: DeliveryStatus | null): DeliveryStatus | null => {
  if (!byHand || !byFacts) return byFacts
  const isOver = byFacts.stage === 'closed' || byHand.stage === 'closed'
  return isOver || byFacts.sort > byHand.sort ? byFacts : byHand
}

/** An attempt to set a status by hand. */
export interface DeliveryStep {
  by: 'supplier' | 'office'
  from: DeliveryStatus | null
  to: DeliveryStatus
  byFacts: DeliveryStatus | null
  /** Whether a comment with the reason was entered. */
  isExplained: boolean
}

/** Why the status cannot be set by hand, as the last part of a locale key; null if it can. */
export const stepProblem = ({ by, from, to, byFacts, isExplained }: DeliveryStep): StepProblem | null => {
  if (!from || !byFacts) return 'not_out'
  if (from.stage === 'closed' || to.stage === 'closed') return 'closed_by_order'
  const isSetBack = to.sort < from.sort
  if (by === 'supplier') {
    if (to.set_by !== 'supplier' || !supplierStages.has(to.stage)) return 'not_for_supplier'
    if (isSetBack) return 'only_forward'
  }
  if (to.sort < byFacts.sort) return 'facts_say_more'
  if (!isSetBack) return to.set_by === 'system' && to.sort > byFacts.sort ? 'ahead_of_facts' : null
  return isExplained ? null : 'back_needs_comment'
}
export type StepProblem =
  | 'not_out'
  | 'closed_by_order'
  | 'not_for_supplier'
  | 'only_forward'
  | 'facts_say_more'
  | 'ahead_of_facts'
  | 'back_needs_comment'

/** Stages that the supplier can report: those before shipping. */
const supplierStages: ReadonlySet<DeliveryStage> = new Set(['pre_production', 'production', 'ready'])

/** Why a delivery is at risk, the worst reason first. Those in `redReasons` make it red, the others amber. */
export const riskReasons = [
  'forecast_after_window',
  'ex_factory_passed',
  'ack_overdue',
  'forecast_after_ex_factory',
  'task_late',
  'requirement_open',
] as const
export type RiskReason = (typeof riskReasons)[number]
export type Risk = 'green' | 'amber' | 'red'

const redReasons: ReadonlySet<RiskReason> = new Set(['forecast_after_window', 'ex_factory_passed', 'ack_overdue'])

/** The facts that the risk of a delivery depends on. Dates are `YYYY-MM-DD`. */
export interface RiskFacts extends ExpectedLeaving {
  today: string
  ship_window_end: string | null
  stage: DeliveryStage | null
  /** The due date of an acknowledgement that is still missing. */
  ack_due_date: string | null
  /** Whether a milestone of the line is late by more than `taskGraceDays`. */
  isTaskLate: boolean
  /** Whether a requirement is open that prevents booking the line. */
  isRequirementOpen: boolean
}

/** Stages before the goods leave the factory. */
export const stagesBeforeLeaving = ['pre_production', 'production', 'ready'] as const
/** Stages before the goods arrive. */
export const beforeArrival = [...stagesBeforeLeaving, 'shipping'] as const

/** Days after its due date from which a missing acknowledgement puts the delivery at risk. */
export const ackGraceDays = 5
/** Days by which a milestone may be late before the delivery is at risk. */
export const taskGraceDays = 3
/** Days before the ex-factory date from which an open requirement puts the delivery at risk. */
export const requirementDays = 14

/** The risk that a delivery does not leave the factory as ordered, with all its reasons. */
export const riskOf = (facts: RiskFacts): { risk: Risk; reasons: RiskReason[] } => {
  const { today, ex_factory_date: planned, ship_window_end: end, ack_due_date: due } = facts
  const expected = expectedLeaving(facts, today)
  const isIn = (stages: readonly DeliveryStage[]) => facts.stage !== null && stages.includes(facts.stage)
  const present = new Set<RiskReason>()
  if (expected && end && expected > end) present.add('forecast_after_window')
  if (isOverdue(facts, today)) present.add('ex_factory_passed')
  if (due && today > addDays(due, ackGraceDays)) present.add('ack_overdue')
  if (expected && planned && expected > planned) present.add('forecast_after_ex_factory')
  if (facts.isTaskLate && isIn(beforeArrival)) present.add('task_late')
  if (facts.isRequirementOpen && planned && today >= addDays(planned, -requirementDays) && isIn(stagesBeforeLeaving))
    present.add('requirement_open')
  const reasons = riskReasons.filter((reason) => present.has(reason))
  return {
    risk: reasons.some((reason) => redReasons.has(reason)) ? 'red' : reasons.length > 0 ? 'amber' : 'green',
    reasons,
  }
}

/** Whether a changed forecast needs a reason, because it is after the end of the ship window. */
export const needsLateReason = (forecast: string | null, before: string | null, window_end: string | null): boolean =>
  Boolean(forecast && window_end && forecast !== before && forecast > window_end)
