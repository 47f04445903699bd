import { addDays } from './dates'
import type { ProductionStatus } from './production'

/** How far a line is on its way, in order; a status of the library stands in one of them. */
export const deliveryStages = ['pre_production', 'production', 'ready', 'shipping', 'delivered', 'closed'] as const
export type DeliveryStage = (typeof deliveryStages)[number]

/** Who says a status by hand: the supplier's people (and the office), the office alone, or nobody but the portal. */
export const deliverySpeakers = ['supplier', 'office', 'system'] as const

/** Statuses that the portal sets by what it knows, by their codes in the library; they cannot be deleted. */
export const systemStatuses = [
  'awaiting_ack',
  'confirmed',
  'in_production',
  'packed',
  'booked',
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
  set_by: (typeof deliverySpeakers)[number]
}

/** What is known of a line without anybody saying how its delivery stands. */
export interface DeliveryFacts {
  isIssued: boolean
  isAcknowledged: boolean
  line_status: string
  production_status: ProductionStatus | null
  qty: number
  packed_qty: number
  booked_qty: number
  shipped_qty: number
  received_qty: number
}

/** The status that the facts alone make; null before the order is out. */
export const statusByFacts = (facts: DeliveryFacts): SystemStatus | null => {
  const { line_status, production_status, qty } = facts
  if (!facts.isIssued) return null
  if (line_status === 'cancelled' || line_status === 'short_closed') return line_status
  if (line_status === 'closed' || (qty > 0 && facts.received_qty >= qty)) return 'delivered'
  if (facts.shipped_qty > 0) return 'on_board'
  if (qty > 0 && facts.booked_qty >= qty) return 'booked'
  if (production_status === 'finished' || (qty > 0 && facts.packed_qty >= qty)) return 'packed'
  if ((production_status ?? 'not_started') !== 'not_started' || facts.packed_qty > 0) return 'in_production'
  return facts.isAcknowledged ? 'confirmed' : 'awaiting_ack'
}

/** The status that stands once the facts have spoken: what was said before holds until they tell of more. */
export const settledStatus = (said: DeliveryStatus | null, byFacts: DeliveryStatus | null): DeliveryStatus | null => {
  if (!said || !byFacts) return byFacts
  const isOver = byFacts.stage === 'closed' || said.stage === 'closed'
  return isOver || byFacts.sort > said.sort ? byFacts : said
}

/** A status said by hand. */
export interface DeliveryStep {
  by: 'supplier' | 'office'
  from: DeliveryStatus | null
  to: DeliveryStatus
  byFacts: DeliveryStatus | null
  /** Whether a comment says why. */
  isExplained: boolean
}

/** What speaks against a status said by hand, as the last part of a text's key; null where nothing does. */
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

/** Before anything is shipped it is the supplier who knows. */
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

/** What the risk of a delivery hangs on. Dates are `YYYY-MM-DD`. */
export interface RiskFacts {
  today: string
  ex_factory_date: string | null
  ship_window_end: string | null
  forecast: string | null
  stage: DeliveryStage | null
  /** Until when the supplier should have acknowledged, while it has not. */
  ack_due_date: string | null
  /** A milestone of the line is late by more than `taskGraceDays`. */
  isTaskLate: boolean
  /** Something that a booking must not go without is not there. */
  isRequirementOpen: boolean
}

/** Stages in which goods are not packed yet, have not left their factory, have not arrived. */
export const makingStages = ['pre_production', 'production'] as const
export const beforeLeaving = [...makingStages, 'ready'] as const
export const beforeArrival = [...beforeLeaving, 'shipping'] as const

/** Days after which an acknowledgement that is due puts the delivery at risk. */
export const ackGraceDays = 5
/** Days by which a milestone may be late before it does. */
export const taskGraceDays = 3
/** Days before ex-factory from which on a requirement that is open does. */
export const requirementDays = 14

/** How likely the goods do not leave as ordered, and why. */
export const riskOf = (facts: RiskFacts): { risk: Risk; reasons: RiskReason[] } => {
  const { today, ex_factory_date: planned, ship_window_end: end, forecast, ack_due_date: due } = facts
  const isIn = (stages: readonly DeliveryStage[]) => facts.stage !== null && stages.includes(facts.stage)
  const found = new Set<RiskReason>()
  if (forecast && end && forecast > end) found.add('forecast_after_window')
  if (planned && today > planned && isIn(makingStages)) found.add('ex_factory_passed')
  if (due && today > addDays(due, ackGraceDays)) found.add('ack_overdue')
  if (forecast && planned && forecast > planned) found.add('forecast_after_ex_factory')
  if (facts.isTaskLate && isIn(beforeArrival)) found.add('task_late')
  if (facts.isRequirementOpen && planned && today >= addDays(planned, -requirementDays) && isIn(beforeLeaving))
    found.add('requirement_open')
  const reasons = riskReasons.filter((reason) => found.has(reason))
  return {
    risk: reasons.some((reason) => redReasons.has(reason)) ? 'red' : reasons.length > 0 ? 'amber' : 'green',
    reasons,
  }
}

/** Whether a forecast that was moved now needs a reason: it has passed the end of the ship window. */
export const needsLateReason = (forecast: string | null, before: string | null, window_end: string | null): boolean =>
  Boolean(forecast && window_end && forecast !== before && forecast > window_end)
