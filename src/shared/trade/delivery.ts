import { addDays, daysBetween } from '#shared/base/dates.ts'
import type { Filter } from '#shared/kit/filter.ts'
import { type GoodsState, goodsStates, type ProductionStatus } from './production'

/** Stages of a line's delivery, in order; every status of the library belongs to one of them. */
export const deliveryStages = ['pre_production', 'production', 'ready', 'shipping', 'delivered', 'closed'] as const
export type DeliveryStage = (typeof deliveryStages)[number]

/** Who sets a status by hand: the supplier's people (and the office), only the office, or only the portal. */
export const deliveryReporters = ['supplier', 'office', 'system'] as const

/** Statuses that the portal sets from facts, by their codes in the library; they cannot be deleted. */
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

/** A status of the library as its rules look at it. */
export interface DeliveryStatus {
  id: number
  code: string
  stage: DeliveryStage
  sort: number
  set_by: (typeof deliveryReporters)[number]
}

/** Facts about a line, regardless of statuses set by hand. */
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
  /** Units that left their factory, as the factories report it. */
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
  // After a partial shipment the rest may still be in production.
  if (facts.shipped_qty > 0 && Math.max(facts.shipped_qty, facts.left_qty) >= facts.least_qty) return 'left'
  return isPacked(facts) ? 'packed' : 'unpacked'
}

const isPacked = ({ production_status, packed_qty, qty }: DeliveryFacts) =>
  production_status === 'finished' || (qty > 0 && packed_qty >= qty)

/** A line's goods as the facts and its status have them, now or before the write. */
export interface GoodsFacts {
  byFacts: GoodsState | null
  status: DeliveryStatus | null
  goods: GoodsState | null
}

/**
 * The effective state of the goods: from the facts, or from a status set by hand beyond them. Such a status keeps its
 * effect under later statuses, until one is withdrawn.
 */
export const goodsOf = (
  now: Omit<GoodsFacts, 'goods'> & { statusByFacts: DeliveryStatus | null },
  before: GoodsFacts | null,
): GoodsState | null => {
  if (now.byFacts === null) return null
  const isBack = (now.status?.sort ?? 0) < (before?.status?.sort ?? 0)
  const kept =
    before?.byFacts && before.goods && !isBack && isBeyond(before.goods, before.byFacts) ? before.goods : null
  const claimed = now.status && now.status.id !== now.statusByFacts?.id ? goodsOfStatus(now.status) : null
  return [kept, claimed].reduce<GoodsState>(
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

/** A line as its lateness is judged by; dates are `YYYY-MM-DD`. */
export interface ExpectedLeaving {
  goods_state: GoodsState | null
  ex_factory_date: string | null
  forecast_ex_factory_date: string | null
  actual_ex_factory_date: string | null
}

/**
 * The definition of an overdue line: its ex-factory date has passed and its goods are not packed. Tile, chip, board and
 * risk all use it; `overdueFilters` expresses it as list filters, `overdueSql` (`late-sql.ts`) in SQL.
 */
export const isOverdue = (
  { goods_state, ex_factory_date }: Pick<ExpectedLeaving, 'goods_state' | 'ex_factory_date'>,
  today: string,
) => goods_state === 'unpacked' && ex_factory_date !== null && ex_factory_date < today

export const overdueFilters = (today: string): Filter[] => [
  { field: 'goods_state', op: '', values: ['unpacked'] },
  { field: 'ex_factory_date', op: '_lt', values: [today] },
]

/**
 * The expected day on which goods leave the factory: the actual day, else the forecast, but at the earliest today while
 * the goods are still there. Null when there is no forecast and the planned day has not passed.
 */
export const expectedLeaving = (line: ExpectedLeaving, today: string): string | null => {
  const { goods_state, ex_factory_date, forecast_ex_factory_date: forecast, actual_ex_factory_date: actual } = line
  if (goods_state === 'left') return actual ?? forecast
  if (goods_state === null) return forecast
  if (forecast === null) return ex_factory_date !== null && ex_factory_date < today ? today : null
  return forecast < today ? today : forecast
}

/** Days by which goods leave after the planned day; negative when earlier, null when either day is unknown. */
export const slipDays = (line: ExpectedLeaving, today: string): number | null => {
  const expected = expectedLeaving(line, today)
  return expected && line.ex_factory_date ? daysBetween(line.ex_factory_date, expected) : null
}

/** The effective status: one set by hand holds until the facts are further along. */
export const settledStatus = (byHand: DeliveryStatus | null, byFacts: DeliveryStatus | null): DeliveryStatus | null => {
  if (!byHand || !byFacts) return byFacts
  const isOver = byFacts.stage === 'closed' || byHand.stage === 'closed'
  return isOver || byFacts.sort > byHand.sort ? byFacts : byHand
}

/** A status set by hand. */
export interface DeliveryStep {
  by: 'supplier' | 'office'
  from: DeliveryStatus | null
  to: DeliveryStatus
  byFacts: DeliveryStatus | null
  /** Whether a comment gives the reason. */
  isExplained: boolean
}

/** Why a status cannot be set by hand, as the last part of a text key; null when it can. */
export const stepProblem = ({ by, from, to, byFacts, isExplained }: DeliveryStep): StepProblem | null => {
  if (!from || !byFacts) return 'not_out'
  if (from.stage === 'closed' || to.stage === 'closed') return 'closed_by_order'
  const isBack = to.sort < from.sort
  if (by === 'supplier') {
    if (to.set_by !== 'supplier' || !supplierStages.has(to.stage)) return 'not_for_supplier'
    if (isBack) return 'only_forward'
  }
  if (to.sort < byFacts.sort) return 'facts_say_more'
  if (!isBack) return to.set_by === 'system' && to.sort > byFacts.sort ? 'ahead_of_facts' : null
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

/** Stages that the supplier reports, as nothing is shipped yet. */
const supplierStages: ReadonlySet<DeliveryStage> = new Set(['pre_production', 'production', 'ready'])

/** Why a delivery is at risk, the worst first; those of `redReasons` make it red, the others amber. */
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
  /** Until when the supplier should have acknowledged, while it has not. */
  ack_due_date: string | null
  /** A milestone of the line is late by more than `taskGraceDays`. */
  isTaskLate: boolean
  /** Something that a booking must not go without is not there. */
  isRequirementOpen: boolean
}

/** Stages before space is booked, and before the goods have arrived. */
export const stagesBeforeLeaving = ['pre_production', 'production', 'ready'] as const
export const beforeArrival = [...stagesBeforeLeaving, 'shipping'] as const

/** Days after which an acknowledgement that is due puts the delivery at risk. */
export const ackGraceDays = 5
/** Days by which a milestone may be late before it does. */
export const taskGraceDays = 3
/** Days before ex-factory from which on a requirement that is open does. */
export const requirementDays = 14

/** How likely the goods do not leave as ordered, and why. */
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

/** Whether a changed forecast needs a reason: it is after the end of the ship window. */
export const needsLateReason = (forecast: string | null, before: string | null, window_end: string | null): boolean =>
  Boolean(forecast && window_end && forecast !== before && forecast > window_end)
