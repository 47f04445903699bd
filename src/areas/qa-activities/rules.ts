import { addDays, isLongBefore } from '#shared/base/dates.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { type Problem, problem, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { smallestLot } from '#shared/trade/aql.ts'
import { pieceFields } from '#shared/trade/measured.ts'
import { type Check, countChecks, lineTypes, plannedStates, sampledTypes } from '#shared/trade/qa.ts'

export const rules: Rules = {
  check: ({ type, po_line_id, factory_id, previous_activity_id, defects }) => [
    ...(lineTypes.includes(String(type)) && !po_line_id
      ? [problem(textOf('problems.qa-activities.line_needed'), 'po_line_id')]
      : []),
    ...(type === 'factory_evaluation' && !factory_id
      ? [problem(textOf('problems.qa-activities.factory_needed'), 'factory_id')]
      : []),
    ...(type === 'reinspection' && !previous_activity_id
      ? [problem(textOf('problems.qa-activities.first_needed'), 'type')]
      : []),
    ...((defects ?? []) as AnyRecord[]).flatMap(({ place_view, place_x, place_y }, index) => {
      const placeValues = [place_view, place_x, place_y].filter((value) => value !== null && value !== undefined)
      return placeValues.length % 3 === 0
        ? []
        : [problem(textOf('problems.qa-activities.place_incomplete'), `defects.${index}.place_view`)]
    }),
  ],
  // Terms may be edited until the inspection starts, findings while it is in progress, labels always.
  editable: ({ status }) => {
    if (status === 'missed' || plannedStates.some((state) => state === status))
      return (path) => !['defects', 'checks', 'measures', 'signatures'].includes(fieldOf(path))
    const fields = status === 'in_progress' ? [...findingFields, ...alwaysFields] : alwaysFields
    return (path) => fields.includes(path) || fields.includes(fieldOf(path))
  },
  guards: {
    start: lotProblems,
    complete: (activity) => {
      const { open } = countChecks((activity.checks ?? []) as Check[])
      return [
        ...lotProblems(activity),
        ...(open > 0 ? [problem(textOf('problems.qa-activities.checks_open', { count: open }))] : []),
      ]
    },
    accept: ({ result }) => (result === 'passed' ? [] : [problem(textOf('problems.qa-activities.not_passed'))]),
    accept_plan: ({ plan_state }) => planIn(plan_state, 'submitted'),
    return_plan: ({ plan_state }) => planIn(plan_state, 'submitted', 'accepted'),
    submit_plan: ({ plan_state }) => planIn(plan_state, 'asked', 'returned'),
    reinspect: ({ plan_state }) => planIn(plan_state, 'accepted'),
  },
}

/** The inputs that complete an inspection. */
export interface Closing {
  inspected_on?: unknown
  inspected_qty?: unknown
  packed_pct?: unknown
  conclusion?: unknown
  remark?: unknown
}

/**
 * Why an inspection cannot be completed with these inputs. Also checked on the device, where an inspection can be
 * completed offline. `defective` is the number of pieces with a defect, `today` the date on the server or the device.
 */
export const closingProblems = (
  { type, original_type, sample_size, lot_qty, planned_date }: Readonly<Record<string, unknown>>,
  { inspected_on, inspected_qty, packed_pct, conclusion, remark }: Closing,
  defective: number,
  today: string,
): Problem[] => {
  const isSampled = sampledTypes.includes(String(type))
  const sample = Number(sample_size ?? 0)
  const inspected = Number(inspected_qty ?? sample)
  const problemIf = (condition: boolean, field: string, text: string, count?: number) =>
    condition ? [problem(textOf(text, count === undefined ? undefined : { count }), field)] : []
  return [
    // Tomorrow is accepted, because it may be today in a country further east.
    ...problemIf(String(inspected_on) > addDays(today, 1), 'inspected_on', 'problems.qa-activities.future'),
    ...problemIf(
      isLongBefore(String(inspected_on), planned_date ? String(planned_date) : null),
      'inspected_on',
      'problems.qa-activities.long_before',
    ),
    ...problemIf(conclusion === 'nonconforming' && !remark, 'remark', 'problems.qa-activities.remark_needed'),
    ...problemIf(isSampled && inspected < sample, 'inspected_qty', 'problems.qa-activities.sample_short', sample),
    ...problemIf(
      isSampled && inspected > Number(lot_qty),
      'inspected_qty',
      'problems.qa-activities.above_lot',
      Number(lot_qty),
    ),
    ...problemIf(isSampled && defective > inspected, 'inspected_qty', 'problems.qa-activities.more_defects', defective),
    ...problemIf(
      needsPacked({ type, original_type }) && (packed_pct ?? null) === null,
      'packed_pct',
      'problems.qa-activities.packed_needed',
    ),
  ]
}

/** Whether the share of packed goods decides the result. */
export const needsPacked = ({ type, original_type }: Readonly<Record<string, unknown>>): boolean =>
  sampledTypes.includes(String(type)) && original_type === 'final'

/** A sampled inspection needs a lot, because its sampling plan and limits follow from it. */
function lotProblems({ type, lot_qty }: AnyRecord): Problem[] {
  return sampledTypes.includes(String(type)) && !(Number(lot_qty) >= smallestLot)
    ? [problem(textOf('problems.qa-activities.lot_needed'), 'lot_qty')]
    : []
}

const findingFields = [
  'defects',
  'checks.result',
  'checks.comment',
  ...pieceFields.map((field) => `measures.${field}`),
  'signatures',
  'carton_qty',
  'drawn_cartons',
  'lot_qty',
  'level',
  'aql_major',
  'aql_minor',
  'inspection_firm',
]
const alwaysFields = ['label_id']
const fieldOf = (path: string) => path.split('.')[0] ?? ''

const planIn = (state: unknown, ...states: string[]) => {
  if (states.includes(String(state))) return []
  return [problem(textOf(planProblems[String(state)] ?? 'problems.qa-activities.plan_asked'))]
}

const planProblems: Record<string, string> = {
  asked: 'problems.qa-activities.plan_asked',
  returned: 'problems.qa-activities.plan_returned',
  submitted: 'problems.qa-activities.plan_submitted',
  accepted: 'problems.qa-activities.plan_accepted',
}
