import { weekOf } from '#shared/base/dates.ts'
import { type Filter, fieldIs } from '#shared/kit/filter.ts'
import type { Readiness, Side } from './readiness'

/** When in the making of goods a sample is made. */
export const sampleStages = ['development', 'pre_production', 'production'] as const

/** What waits for the approval of a sample. */
export const sampleGates = ['none', 'cutting', 'bulk', 'shipment'] as const

/** Which sizes a sample is made in: none for cloth and prints, the base size, that one and both ends, every size. */
export const sampleSizesRules = ['none', 'base', 'jump', 'all'] as const
export type SampleSizesRule = (typeof sampleSizesRules)[number]

/** The sizes that a rule chooses from those of a scale, in their order; the middle one where no base size is named. */
export const chosenSizes = (rule: SampleSizesRule, sizes: readonly number[], base: number | null = null): number[] => {
  if (rule === 'none') return []
  if (rule === 'all') return [...sizes]
  const middle = base !== null && sizes.includes(base) ? sizes.indexOf(base) : Math.floor((sizes.length - 1) / 2)
  const chosen = rule === 'base' ? [middle] : [0, middle, sizes.length - 1]
  return sizes.filter((_, index) => chosen.includes(index))
}

/** What an evaluation says. */
export const sampleResults = ['approved', 'approved_with_comments', 'rejected', 'on_hold'] as const
export type SampleResult = (typeof sampleResults)[number]

/** What follows from it. */
export const sampleActions = ['proceed', 'resubmit', 'drop'] as const

/** What an evaluation is about. */
export const sampleTopics = ['fit_comments', 'construction_comments', 'colour_comments'] as const

/** States in which the supplier has to act. */
export const supplierStates = ['requested', 'acknowledged', 'in_making', 'part_dispatched'] as const

/** States that are counted as approval. */
export const approvedStates = ['approved', 'approved_with_comments'] as const

/** Whose turn it is with a request, by its state; a parcel on its way waits for nobody. */
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

/** How far an order line is with a request that it waits for, by its state; what has ended counts no more. */
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

/** States in which a request has ended without a sample: it may be made again. */
export const endedStates = ['cancelled', 'dropped'] as const

/** Days within which the office comments on a sample that it has received. */
export const commentDays = 7

/** Hours in which an evaluation can be changed by others than admins. */
export const evaluationHours = 24

/** Whether an evaluation can be changed by everyone of the office. */
export const isFresh = (evaluated_at: unknown, now: Date = new Date()): boolean =>
  typeof evaluated_at === 'string' && now.getTime() - Date.parse(evaluated_at) <= evaluationHours * 3_600_000

/** Quantities by size in one line: `S × 1, M × 2`; of a sample without sizes, `2`. */
export const writeQuantities = (sizes: readonly { label: string; qty: number }[]): string =>
  sizes
    .filter(({ qty }) => qty > 0)
    .map(({ label, qty }) => (label ? `${label} × ${qty}` : String(qty)))
    .join(', ')

/** Whether a sample is made of what the goods will be made of. */
export const materialStates = ['actual', 'substitute'] as const

/** The states in which a request has ended; nothing more comes of it. */
const decidedStates = ['approved', 'approved_with_comments', 'resubmitted', 'dropped', 'cancelled']

const among = (...values: string[]): Filter => ({ field: 'status', op: '_in', values })

/** Which requests lists and dashboard mean by a word. */
export const sampleFilters = {
  open: { field: 'status', op: '_nin', values: decidedStates },
  drafts: fieldIs('status', 'draft'),
  to_do: among(...supplierStates),
  new: fieldIs('status', 'requested'),
  late: fieldIs('is_late', 'true'),
  on_the_way: among('part_dispatched', 'dispatched'),
  to_evaluate: among('received', 'on_hold'),
  comments_late: fieldIs('comments_late', 'true'),
  rejected: fieldIs('status', 'rejected'),
} as const satisfies Record<string, Filter>

/** What is to be sent until the end of the week of this day. */
export const dueThisWeek = (day: string): Filter => ({ field: 'due_by', op: '_lte', values: [weekOf(day).to] })
