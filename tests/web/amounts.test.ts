import { expect, it } from 'vitest'
import { invoices } from '#areas/invoices/area.ts'
import { purchaseOrders } from '#areas/purchase-orders/area.ts'
import { settings } from '#areas/settings/area.ts'
import type { Area } from '#shared/kit/area.ts'
import { formatValue } from '#web/kit/page/cell.tsx'

it.each<[what: string, area: Area, field: string, values: Record<string, string>, written: string]>([
  ['in the record’s currency', invoices, 'total', { currency: 'USD', total: '9906.67' }, 'USD 9,906.67'],
  ['in its minor unit', invoices, 'total', { currency: 'JPY', total: '1200.0000' }, 'JPY 1,200'],
  ['in that of three decimals', invoices, 'total', { currency: 'KWD', total: '1.5' }, 'KWD 1.500'],
  ['in the base currency', invoices, 'total_base', { currency: 'USD', total_base: '9906.67' }, '9,906.67'],
  ['an order in it', purchaseOrders, 'total_value_base', { currency: 'JPY', total_value_base: '12.5' }, '12.50'],
  ['a limit of the settings', settings, 'office_approval_limit', { office_approval_limit: '25000' }, '25,000.00'],
])('an amount %s', (_what, area, field, values, written) => {
  expect(formatValue(area, field, values)).toBe(written)
})
