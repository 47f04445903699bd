import { serve } from '#server/kit/kit.ts'
import { compactNumber } from '#shared/standards/bank.ts'
import { payingAccounts } from './area'

export const server = serve(payingAccounts, {
  prepare: async (work, changes) => {
    const settings = await work.kit.settings(work.tx)
    for (const { after } of changes) {
      for (const field of ['iban', 'account_no', 'bic', 'clearing_code'])
        if (typeof after[field] === 'string') after[field] = compactNumber(after[field]) || null
      after.ledger_account ||= settings.account_bank ?? null
    }
    return undefined
  },
})
