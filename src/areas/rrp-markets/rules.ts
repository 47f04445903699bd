import { compare } from '#shared/base/money.ts'
import { problem, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'

export const rules: Rules = {
  check: ({ currency, fx_rate }, { settings }) =>
    currency === settings.base_currency && typeof fx_rate === 'string' && compare(fx_rate, '1') !== 0
      ? [problem(textOf('problems.rrp-markets.own_currency', { currency: String(currency) }), 'fx_rate')]
      : [],
}
