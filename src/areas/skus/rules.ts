import { problem, type Rules } from '../../shared/rules'
import { gtinFault } from '../../shared/standards/gtin'

export const rules: Rules = {
  check: ({ gtin }) => {
    const fault = typeof gtin === 'string' && gtin !== '' ? gtinFault(gtin) : null
    return fault ? [problem(fault, 'gtin')] : []
  },
}
