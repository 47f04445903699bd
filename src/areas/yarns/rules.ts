import type { AnyRecord } from '#shared/kit/area.ts'
import { missingProblems } from '#shared/kit/checks.ts'
import { type Problem, problem, type RuleContext, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { compositionFieldProblems, compositionRowsOf } from '#shared/trade/composition-rows.ts'

export const rules: Rules = {
  check: (yarn) => [
    ...compositionFieldProblems(yarn, 'fibres'),
    ...gaugeProblems(yarn),
    ...(yarn.price_per_kg ? missingProblems(yarn, ['currency'], '', textOf('problems.yarns.price_currency')) : []),
  ],
  guards: {
    accept: (yarn) =>
      compositionRowsOf(yarn, 'fibres').length > 0
        ? []
        : [problem(textOf('problems.yarns.composition_needed'), 'fibres')],
    propose_again: (yarn, context) => (isOfCaller(yarn, context) ? [] : [problem(textOf('problems.yarns.other_mill'))]),
  },
  // After the house has answered, only the house edits.
  editable: (yarn, context) => () =>
    context.me.role === 'Agent' ? yarn.status === 'proposed' && isOfCaller(yarn, context) : yarn.status !== 'retired',
}

/**
 * Whether the caller belongs to the house or to the yarn's own mill. Others see a yarn only because their orders use
 * it.
 */
const isOfCaller = ({ mill_supplier_id }: AnyRecord, { me }: RuleContext): boolean =>
  me.role !== 'Agent' || (me.supplier_id !== null && mill_supplier_id === me.supplier_id)

const gaugeProblems = ({ gauge_from, gauge_to }: AnyRecord): Problem[] =>
  gauge_from && gauge_to && Number(gauge_from) > Number(gauge_to)
    ? [problem(textOf('problems.yarns.gauge_reversed'), 'gauge_to')]
    : []
