import { repeatProblems } from '#shared/kit/checks.ts'
import { isOfficeRole, type Role } from '#shared/kit/roles.ts'
import { type Problem, problem, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { countMeasures, type MeasuredPoint } from '#shared/trade/measured.ts'
import { isFresh, sampleTopics } from '#shared/trade/samples.ts'

export const rules: Rules = {
  check: ({ sizes, unit_cost, currency }) => [
    ...repeatProblems(
      (sizes ?? []) as { size_id: number | null }[],
      ({ size_id }) => `${size_id ?? ''} `,
      (index) => problem(textOf('validation.duplicate_row'), `sizes.${index}.size_id`),
    ),
    ...(unit_cost && !currency ? [problem(textOf('validation.required'), 'currency')] : []),
  ],
  // After the request, the supplier's basis of work is fixed; dates, the address and the instructions can still be
  // agreed anew.
  editable: ({ status, evaluated_at }, { me }) => {
    if (!isOfficeRole(me.role)) return (path) => ownMeasureStates.has(String(status)) && path === 'measures.own_mm'
    if (status === 'draft') return (path) => !path.startsWith('measures')
    const isUnderWay = status === 'requested' || status === 'acknowledged' || status === 'in_making'
    const isMeasured = measuredStates.has(String(status)) || (evaluated_at && mayCorrect(evaluated_at, me.role))
    return (path) =>
      (isUnderWay && editableAfterRequest.has(path)) || (Boolean(isMeasured) && path === 'measures.actual_mm')
  },
  guards: {
    dispatch: ({ status, requested_qty, sent_qty }) =>
      status === 'received' && Number(sent_qty) >= Number(requested_qty)
        ? [problem(textOf('problems.sample-requests.nothing_sent'))]
        : [],
    receive: ({ status, sent_qty, received_qty }) =>
      status === 'received' && Number(sent_qty) <= Number(received_qty)
        ? [problem(textOf('problems.sample-requests.nothing_on_way'))]
        : [],
    correct_evaluation: ({ evaluated_at }, { me }) =>
      mayCorrect(evaluated_at, me.role) ? [] : [problem(textOf('problems.sample-requests.evaluation_kept'))],
  },
  cautions: {
    receive: ({ requested_qty, sent_qty }) => {
      const left = Number(requested_qty ?? 0) - Number(sent_qty ?? 0)
      return left > 0
        ? [problem(textOf('problems.sample-requests.part_received', { left, count: Number(requested_qty) }))]
        : []
    },
    evaluate: ({ measures }) => {
      const { measured, out } = countMeasures((measures ?? []) as MeasuredPoint[], 'actual_mm')
      if (!(measures as unknown[] | undefined)?.length) return []
      if (measured === 0) return [problem(textOf('problems.sample-requests.not_measured'))]
      return out > 0 ? [problem(textOf('problems.sample-requests.out_of_tolerance', { count: out, measured }))] : []
    },
  },
}

/** All office users may correct an evaluation for some hours; after that only administrators. */
const mayCorrect = (evaluated_at: unknown, role: Role) => role === 'admin' || isFresh(evaluated_at)

/** States in which the supplier has the sample and measures it; below, the states in which the office does. */
const ownMeasureStates: ReadonlySet<string> = new Set(['acknowledged', 'in_making', 'part_dispatched'])
const measuredStates: ReadonlySet<string> = new Set(['received', 'on_hold'])

const editableAfterRequest: ReadonlySet<string> = new Set([
  'due_date',
  'priority',
  'location_id',
  'factory_id',
  'specification_id',
  'cost_bearer',
  'unit_cost',
  'currency',
  'instructions',
])

/**
 * Problems of an evaluation: a rejection or an approval with comments needs comments, and the next action must fit the
 * result.
 */
export const evaluationProblems = (given: Readonly<Record<string, unknown>>): Problem[] => {
  const { result, next_action } = given
  const hasComments = sampleTopics.some((topic) => given[topic])
  return [
    ...((result === 'rejected' || result === 'approved_with_comments') && !hasComments
      ? [problem(textOf('problems.sample-requests.comments_needed'), 'fit_comments')]
      : []),
    ...(next_action && !fits(String(result), String(next_action))
      ? [problem(textOf('problems.sample-requests.other_action'), 'next_action')]
      : []),
  ]
}

const fits = (result: string, action: string) =>
  result === 'on_hold' || (result === 'rejected' ? action !== 'proceed' : action === 'proceed')
