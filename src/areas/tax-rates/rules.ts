import { problem, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'

export const rules: Rules = {
  check: ({ valid_from, valid_to }) =>
    typeof valid_from === 'string' && typeof valid_to === 'string' && valid_to < valid_from
      ? [problem(textOf('problems.tax-rates.ends_before'), 'valid_to')]
      : [],
}
