import { serve } from '#server/kit/kit.ts'
import { problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { settings } from './area'

export const server = serve(settings, {
  prepare: async ({ tx }, changes) => {
    const isOther = changes.some(({ before, after }) => before && before.base_currency !== after.base_currency)
    if (!isOther) return undefined
    // Every order stores its value in this currency, at its own rate.
    const [order] = await tx.query('select 1 from purchase_orders limit 1')
    return order
      ? changes.map(() => [problem(textOf('messages.settings.currency_in_use'), 'base_currency')])
      : undefined
  },
})
