import type { AnyRecord, Area } from '#shared/kit/area.ts'
import type { Values } from '#shared/kit/schema.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { purchaseOrders } from '../../area'

/**
 * The values of a new order like `order`: supplier, terms, notes and lines with sizes and prices. Number, buyer,
 * dates and exchange rate are entered anew; cancelled lines and whatever happened to the order are left out.
 */
export const copiedOrder = (order: AnyRecord): Values => {
  const lines = (order.lines ?? []) as Values[]
  return {
    ...without(order, ['id', 'po_no', 'buyer_id', 'fx_rate', ...dateFields(purchaseOrders)]),
    lines: lines.filter(({ line_status }) => line_status !== 'cancelled').map(copiedLine),
  }
}

const copiedLine = (line: Values): Values => ({
  ...without(line, [...unsharedLineFields, ...dateFields(areaOf(purchaseOrders, 'lines'))]),
  sizes: ((line.sizes ?? []) as Values[]).map((size) => without(size, ['id'])),
})

const unsharedLineFields = ['id', 'line_no', 'delivery_status_id', 'delivery_comment', 'late_reason']

const dateFields = ({ fields }: Area) =>
  Object.entries(fields).flatMap(([name, { kind }]) => (kind === 'date' ? [name] : []))

const without = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))
