import { repeatProblems } from '#shared/kit/checks.ts'
import { type Problem, problem, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
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
  // What the supplier works by stays; dates, the address and words follow what was agreed.
  editable: ({ status }) => {
    if (status === 'draft') return () => true
    const isUnderWay = status === 'requested' || status === 'acknowledged' || status === 'in_making'
    return (path) => isUnderWay && laterFields.has(path)
  },
  guards: {
    correct_evaluation: ({ evaluated_at }, { me }) =>
      me.role === 'admin' || isFresh(evaluated_at) ? [] : [problem(textOf('problems.sample-requests.evaluation_kept'))],
  },
}

const laterFields: ReadonlySet<string> = new Set([
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

/** Problems of an evaluation: what is to be changed, or was accepted nevertheless, must be said. */
export const evaluationProblems = (given: Readonly<Record<string, unknown>>): Problem[] => {
  const { result, next_action } = given
  const isSaid = sampleTopics.some((topic) => given[topic])
  return [
    ...((result === 'rejected' || result === 'approved_with_comments') && !isSaid
      ? [problem(textOf('problems.sample-requests.comments_needed'), 'fit_comments')]
      : []),
    ...(next_action && !fits(String(result), String(next_action))
      ? [problem(textOf('problems.sample-requests.other_action'), 'next_action')]
      : []),
  ]
}

const fits = (result: string, action: string) =>
  result === 'on_hold' || (result === 'rejected' ? action !== 'proceed' : action === 'proceed')
