import { problem, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { isCountry } from '#shared/standards/countries.ts'
import { countriesOf } from '#shared/trade/document-set.ts'

export const rules: Rules = {
  check: ({ countries }) => {
    const unknown = countriesOf(countries).filter((code) => !isCountry(code))
    return unknown.length > 0
      ? [problem(textOf('problems.document-requirements.no_country', { codes: unknown.join(' ') }), 'countries')]
      : []
  },
}
