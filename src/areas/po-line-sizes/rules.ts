import { problem, type Rules } from '../../shared/rules'
import { isGtin13 } from '../../shared/standards/gtin'
import { say } from '../../shared/text'

export const rules: Rules = {
  check: ({ gtin }) =>
    typeof gtin === 'string' && gtin !== '' && !isGtin13(gtin)
      ? [problem(say('problems.po-line-sizes.gtin_check_digit'), 'gtin')]
      : [],
}
