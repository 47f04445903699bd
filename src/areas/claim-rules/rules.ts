import { compare } from '#shared/base/money.ts'
import { type Problem, problem, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { isPercentBasis } from '#shared/trade/claim-terms.ts'

export const rules: Rules = {
  check: ({ type, basis, rate, valid_from, valid_to }) => {
    const problems: Problem[] = []
    if (basis === 'percent_per_week' && type !== 'late')
      problems.push(problem(textOf('problems.claim-rules.weeks_of_lateness'), 'basis'))
    if (isPercentBasis(basis) && typeof rate === 'string' && compare(rate, '100') > 0)
      problems.push(problem(textOf('problems.claim-rules.above_hundred'), 'rate'))
    if (typeof valid_from === 'string' && typeof valid_to === 'string' && valid_to < valid_from)
      problems.push(problem(textOf('problems.claim-rules.ends_before'), 'valid_to'))
    return problems
  },
}
