import { weekOf } from '#shared/base/dates.ts'
import { type Filter, fieldIs } from '#shared/kit/filter.ts'
import type { Readiness, Side } from './readiness'

/** Severities of defects, the gravest first: unsafe or illegal, affecting use or sale, or neither. */
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

/** Drawings on which the position of a defect is marked. */
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

/** Colours of labels, shown as a dot beside the name. */
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
/** Activities that concern the goods of an order line. */
export const lineTypes: readonly string[] = activityTypes.filter((type) => type !== 'factory_evaluation')

/** Answers to an item of a checklist. */
export const checkResults = ['pass', 'fail', 'na'] as const
export type CheckResult = (typeof checkResults)[number]

export const inspectorTypes = ['own', 'third_party', 'supplier_self'] as const
export const activityResults = ['passed', 'failed', 'not_ready'] as const
export type ActivityResult = (typeof activityResults)[number]
export const conclusions = ['conforming', 'nonconforming'] as const
export const planStates = ['asked', 'submitted', 'returned', 'accepted'] as const

/** Percentage of the lot that must be packed before a final inspection counts. */
export const packedForFinal = 80

/** States before an activity takes place. */
export const plannedStates = ['planned', 'requested', 'scheduled'] as const
/** States in which the goods were accepted. */
export const acceptedStates = ['accepted', 'accepted_with_concession'] as const
/** States after the inspection, in which its result is known. */
export const inspectedStates = ['completed', ...acceptedStates, 'rework_required', 'reinspected', 'rejected'] as const

/**
 * The side that has to act on a final inspection, by its state; `rework_required` also by the state of its plan.
 * Neither side has to act on a planned or scheduled one.
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

/**
 * The readiness of an order line by its final inspection, by the same states. Inspections that were replaced no longer
 * count.
 */
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

/** The findings of an inspection that decide its result. */
export interface Findings {
  type: string
  /** The type of the first inspection, for a re-inspection. */
  original_type: string
  /** The number of pieces by their gravest defect. */
  critical: number
  major: number
  minor: number
  /** Rejection numbers of the sampling plan; null without one. */
  major_reject: number | null
  minor_reject: number | null
  /** Percentage of the lot that is packed; null if unknown. */
  packed_pct: number | null
  /** The number of failed checklist items that fail the lot. */
  hard_fails: number
  /** The inspector's conclusion from checklist, measurements and tests, which are not counted as defects. */
  conclusion: (typeof conclusions)[number]
}

/** An item of a checklist with its answer. */
export interface Check {
  is_hard_fail: boolean
  result: CheckResult | null
}

/** The number of checklist items that fail the lot, and of those without an answer. */
export const countChecks = (checks: readonly Check[]): { hard_fails: number; open: number } => ({
  hard_fails: checks.filter(({ is_hard_fail, result }) => is_hard_fail && result === 'fail').length,
  open: checks.filter(({ result }) => result === null).length,
})

/**
 * The result of an activity. Defects fail a lot first; a lot that is not packed sufficiently cannot pass a final
 * inspection.
 */
export const resultOf = (findings: Findings): ActivityResult => {
  const isTooMany = (count: number, reject: number | null) => reject !== null && count >= reject
  if (findings.critical > 0 || findings.hard_fails > 0 || findings.conclusion === 'nonconforming') return 'failed'
  if (isTooMany(findings.major, findings.major_reject) || isTooMany(findings.minor, findings.minor_reject))
    return 'failed'
  const isUnpacked = findings.packed_pct !== null && findings.packed_pct < packedForFinal
  return findings.original_type === 'final' && isUnpacked ? 'not_ready' : 'passed'
}

/** List filters for first final inspections since a date that did not pass. */
export const failedFirst = (from: string): Filter[] => [
  fieldIs('type', 'final'),
  fieldIs('result', 'failed', 'not_ready'),
  { field: 'inspected_on', op: '_gte', values: [from] },
]

/** List filters for activities, shared by presets and dashboard. */
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

/** List filter for activities planned until the end of the week of `day`, including overdue ones. */
export const plannedThisWeek = (day: string): Filter => ({ field: 'planned_by', op: '_lte', values: [weekOf(day).to] })
