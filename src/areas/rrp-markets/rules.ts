import { compare } from '../../shared/money'
import { problem, type Rules } from '../../shared/rules'
import { say } from '../../shared/text'

export const rules: Rules = {
  check: ({ currency, fx_rate }, { settings }) =>
    currency === settings.base_currency && typeof fx_rate === 'string' && compare(fx_rate, '1') !== 0
      ? [problem(say('problems.rrp-markets.own_currency', { currency: String(currency) }), 'fx_rate')]
      : [],
}
