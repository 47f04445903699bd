import { weekOf } from '#shared/base/dates.ts'
import { type Filter, fieldIs } from '#shared/kit/filter.ts'
import type { Readiness, Side } from './readiness'

/** The phase in which a sample is made. */
export const sampleStages = ['development', 'pre_production', 'production'] as const

/** The step that waits for the approval of a sample. */
export const sampleGates = ['none', 'cutting', 'bulk', 'shipment'] as const

/**
 * The sizes of a sample: none for fabric and prints, the base size, the base size and both ends (`jump`), or all sizes.
 */
export const sampleSizesRules = ['none', 'base', 'jump', 'all'] as const
export type SampleSizesRule = (typeof sampleSizesRules)[number]

/** The sizes that a rule selects from a scale, in their order. Without a base size the middle size is used. */
export const chosenSizes = (rule: SampleSizesRule, sizes: readonly number[], base: number | null = null): number[] => {
  if (rule === 'none') return []
  if (rule === 'all') return [...sizes]
  const middle = base !== null && sizes.includes(base) ? sizes.indexOf(base) : Math.floor((sizes.length - 1) / 2)
  const chosen = rule === 'base' ? [middle] : [0, middle, sizes.length - 1]
  return sizes.filter((_, index) => chosen.includes(index))
}

/** Results of an evaluation. */
export const sampleResults = ['approved', 'approved_with_comments', 'rejected', 'on_hold'] as const
export type SampleResult = (typeof sampleResults)[number]

/** The next action after an evaluation. */
export const sampleActions = ['proceed', 'resubmit', 'drop'] as const

/** The fields of an evaluation's comments, by topic. */
export const sampleTopics = ['fit_comments', 'construction_comments', 'colour_comments'] as const

/** States in which the supplier has to act. */
export const supplierStates = ['requested', 'acknowledged', 'in_making', 'part_dispatched'] as const

/** States that count as approved. */
export const approvedStates = ['approved', 'approved_with_comments'] as const

/** The side that has to act on a sample request, by its state. While a parcel is in transit, neither has to. */
export const sampleTurns = {
  draft: 'office',
  requested: 'supplier',
  acknowledged: 'supplier',
  in_making: 'supplier',
  part_dispatched: 'supplier',
  received: 'office',
  on_hold: 'office',
  rejected: 'office',
} as const satisfies Record<string, Side>

/**
 * The readiness of an order line that waits for a sample request, by the state of the request. Ended requests no longer
 * count.
 */
export const sampleReadiness = {
  draft: 'in_progress',
  requested: 'in_progress',
  acknowledged: 'in_progress',
  in_making: 'in_progress',
  part_dispatched: 'in_progress',
  dispatched: 'in_progress',
  received: 'in_progress',
  on_hold: 'in_progress',
  rejected: 'rejected',
  approved: 'ok',
  approved_with_comments: 'ok',
} as const satisfies Record<string, Readiness>

/** States in which a request ended without a sample, so that it can be made again. */
export const endedStates = ['cancelled', 'dropped'] as const

/** Days within which the office has to evaluate a received sample. */
export const commentDays = 7

/** Hours in which roles other than admins can change an evaluation. */
export const evaluationHours = 24

/** Whether every office user can still change an evaluation. */
export const isFresh = (evaluated_at: unknown, now: Date = new Date()): boolean =>
  typeof evaluated_at === 'string' && now.getTime() - Date.parse(evaluated_at) <= evaluationHours * 3_600_000

/** Formats quantities by size: `S × 1, M × 2`; for a sample without sizes `2`. */
export const writeQuantities = (sizes: readonly { label: string; qty: number }[]): string =>
  sizes
    .filter(({ qty }) => qty > 0)
    .map(({ label, qty }) => (label ? `${label} × ${qty}` : String(qty)))
    .join(', ')

/** Whether a sample is made of the actual material or a substitute. */
export const materialStates = ['actual', 'substitute'] as const

/** States in which a request has ended. */
const decidedStates = ['approved', 'approved_with_comments', 'resubmitted', 'dropped', 'cancelled']

const statusIn = (...values: string[]): Filter => ({ field: 'status', op: '_in', values })

/** List filters for sample requests, shared by presets and dashboard. */
export const sampleFilters = {
  open: { field: 'status', op: '_nin', values: decidedStates },
  drafts: fieldIs('status', 'draft'),
  to_do: statusIn(...supplierStates),
  new: fieldIs('status', 'requested'),
  late: fieldIs('is_late', 'true'),
  on_the_way: statusIn('part_dispatched', 'dispatched'),
  to_evaluate: statusIn('received', 'on_hold'),
  comments_late: fieldIs('comments_late', 'true'),
  rejected: fieldIs('status', 'rejected'),
} as const satisfies Record<string, Filter>

/** List filter for requests due until the end of the week of `day`. */
export const dueThisWeek = (day: string): Filter => ({ field: 'due_by', op: '_lte', values: [weekOf(day).to] })
