import { weekOf } from '#shared/base/dates.ts'
import { type Filter, fieldIs } from '#shared/kit/filter.ts'
import type { Readiness, Side } from './readiness'

/** How much a defect matters: unsafe or illegal, hurts use or sale, or neither. The gravest first. */
export const defectSeverities = ['critical', 'major', 'minor'] as const
export type DefectSeverity = (typeof defectSeverities)[number]

export const defectCategories = [
  'fabric',
  'workmanship',
  'measurement',
  'labelling',
  'packing',
  'colour',
  'safety',
  'other',
] as const

/** Drawings on which the place of a defect is shown. */
export const garmentViews = [
  'top_front',
  'top_back',
  'knit_front',
  'knit_back',
  'jacket_front',
  'dress_front',
  'trousers_front',
  'trousers_back',
  'skirt_front',
] as const
export type GarmentView = (typeof garmentViews)[number]

/** Colours of labels; screens draw them as a dot, next to the name. */
export const labelColours = ['grey', 'red', 'orange', 'green', 'teal', 'blue', 'purple', 'pink'] as const
export type LabelColour = (typeof labelColours)[number]

/** Quality activities of the trade, in the order of production. */
export const activityTypes = [
  'factory_evaluation',
  'pp_meeting',
  'lab_test',
  'needle_control',
  'inline',
  'dupro',
  'measurement_audit',
  'final',
  'reinspection',
  'container_loading',
] as const
export type ActivityType = (typeof activityTypes)[number]

/** Inspections of a random sample of the lot. */
export const sampledTypes: readonly string[] = ['inline', 'dupro', 'final', 'reinspection']
/** Activities in which pieces are measured. */
export const measuredTypes: readonly string[] = ['inline', 'dupro', 'measurement_audit', 'final', 'reinspection']
/** Activities that are about the goods of an order line. */
export const lineTypes: readonly string[] = activityTypes.filter((type) => type !== 'factory_evaluation')

/** Answers of a checklist. */
export const checkResults = ['pass', 'fail', 'na'] as const
export type CheckResult = (typeof checkResults)[number]

export const inspectorTypes = ['own', 'third_party', 'supplier_self'] as const
export const activityResults = ['passed', 'failed', 'not_ready'] as const
export type ActivityResult = (typeof activityResults)[number]
export const conclusions = ['conforming', 'nonconforming'] as const
export const planStates = ['asked', 'submitted', 'returned', 'accepted'] as const

/** Per cent of the lot that must be packed before a final inspection counts. */
export const packedForFinal = 80

/** States before an activity takes place. */
export const plannedStates = ['planned', 'requested', 'scheduled'] as const
/** States in which goods were accepted. */
export const acceptedStates = ['accepted', 'accepted_with_concession'] as const
/** States after the inspection: it took place, and its result is known. */
export const inspectedStates = ['completed', ...acceptedStates, 'rework_required', 'reinspected', 'rejected'] as const

/**
 * Whose turn it is with a final inspection, by its state; `rework_required` by the state of the plan too. One that is planned
 * or scheduled waits for its day.
 */
export const inspectionTurns = {
  requested: 'office',
  in_progress: 'office',
  completed: 'office',
  missed: 'office',
  rework_asked: 'supplier',
  rework_returned: 'supplier',
  rework_submitted: 'office',
  rework_accepted: 'office',
  rejected: 'office',
} as const satisfies Record<string, Side>

/** How far an order line is with a final inspection, by its state as above; what another one replaced counts no more. */
export const inspectionReadiness = {
  planned: 'in_progress',
  requested: 'in_progress',
  scheduled: 'in_progress',
  in_progress: 'in_progress',
  completed: 'in_progress',
  missed: 'in_progress',
  accepted: 'ok',
  accepted_with_concession: 'waived',
  rework_asked: 'rejected',
  rework_returned: 'rejected',
  rework_submitted: 'rejected',
  rework_accepted: 'rejected',
  rejected: 'rejected',
} as const satisfies Record<string, Readiness>

/** What an inspection found, as the result depends on it. */
export interface Findings {
  type: string
  /** The type of the first inspection, for a re-inspection. */
  original_type: string
  /** Items by their gravest defect. */
  critical: number
  major: number
  minor: number
  /** Rejection numbers; null without a sampling plan. */
  major_reject: number | null
  minor_reject: number | null
  /** Per cent; null where nobody said. */
  packed_pct: number | null
  /** Items of the checklist that failed, and with which the lot fails. */
  hard_fails: number
  /** What the inspector concludes from checklist, measurements and tests, which are not counted as defects. */
  conclusion: (typeof conclusions)[number]
}

/** An item of a checklist with its answer. */
export interface Check {
  is_hard_fail: boolean
  result: CheckResult | null
}

/** How many items fail the lot, and how many nobody has answered. */
export const countChecks = (checks: readonly Check[]): { hard_fails: number; open: number } => ({
  hard_fails: checks.filter(({ is_hard_fail, result }) => is_hard_fail && result === 'fail').length,
  open: checks.filter(({ result }) => result === null).length,
})

/** The result of an activity: a lot fails by its defects first; one that is not packed cannot pass a final inspection. */
export const resultOf = (found: Findings): ActivityResult => {
  const isTooMany = (count: number, reject: number | null) => reject !== null && count >= reject
  if (found.critical > 0 || found.hard_fails > 0 || found.conclusion === 'nonconforming') return 'failed'
  if (isTooMany(found.major, found.major_reject) || isTooMany(found.minor, found.minor_reject)) return 'failed'
  const isUnpacked = found.packed_pct !== null && found.packed_pct < packedForFinal
  return found.original_type === 'final' && isUnpacked ? 'not_ready' : 'passed'
}

/** First final inspections that did not pass, by the day of the inspection. */
export const failedFirst = (from: string): Filter[] => [
  fieldIs('type', 'final'),
  fieldIs('result', 'failed', 'not_ready'),
  { field: 'inspected_on', op: '_gte', values: [from] },
]

/** Which activities lists and dashboard mean by a word. */
export const activityFilters = {
  open: {
    field: 'status',
    op: '_in',
    values: [...plannedStates, 'in_progress', 'completed', 'rework_required', 'missed'],
  },
  requested: fieldIs('status', 'requested'),
  overdue: fieldIs('is_overdue', 'true'),
  under_way: fieldIs('status', 'in_progress'),
  to_decide: fieldIs('status', 'completed'),
  plans_to_review: fieldIs('plan_to_review', 'true'),
  plans_to_answer: fieldIs('plan_to_answer', 'true'),
  failed: fieldIs('result', 'failed'),
} as const satisfies Record<string, Filter>

/** What takes place until the end of the week of this day, what is overdue included. */
export const plannedThisWeek = (day: string): Filter => ({ field: 'planned_by', op: '_lte', values: [weekOf(day).to] })
