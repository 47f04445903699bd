import { problem, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { isImoNumber } from '#shared/standards/imo-number.ts'

export const rules: Rules = {
  check: ({ imo_no }) =>
    typeof imo_no === 'string' && imo_no !== '' && !isImoNumber(imo_no)
      ? [problem(textOf('problems.vessels.imo_check_digit'), 'imo_no')]
      : [],
}
