import { problem, type Rules } from '#shared/kit/rules.ts'
import { gtinFault } from '#shared/standards/gtin.ts'

export const rules: Rules = {
  check: ({ gtin }) => {
    const fault = typeof gtin === 'string' && gtin !== '' ? gtinFault(gtin) : null
    return fault ? [problem(fault, 'gtin')] : []
  },
}
