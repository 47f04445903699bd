import type { Mention } from '../../../web/fields/titles'
import { areaOf } from '../../../web/kit/area-of'
import type { OpenRecord } from '../../../web/kit/record-actions'
import { ruleContext } from '../../../web/kit/rule-context'
import { can, fieldRights } from '../../../web/providers/permission'
import { purchaseOrders } from '../area'
import { asOrder, type Line, type Order, rules } from '../rules'

/** An order as its page reads it: with what may be done, and titles beside references. */
export type OpenOrder = OpenRecord & Omit<Order, 'lines'> & { lines: OpenLine[] }
export type OpenLine = OpenRecord &
  Line & {
    article: Mention | null
    colourway: Mention | null
    size_scale: Mention | null
    sizes: (Line['sizes'][number] & { size: Mention | null })[]
  }

/**
 * Whether the person may change a field of the order's lines where it stands. A supplier's people edit no orders, yet
 * some of what its lines say is theirs: the rule that the server asks too decides, within the rights on lines.
 */
export const mayEditInLines = (order: OpenOrder, field: string): boolean => {
  const lines = areaOf(purchaseOrders, 'lines')
  return (
    order.status !== 'draft' &&
    !order.archived_at &&
    can(lines.name, 'edit') &&
    fieldRights().mayWrite(lines, field) &&
    rules.editable?.(order, ruleContext())(`lines.${field}`) === true
  )
}

export const asOpenOrder = (record: OpenRecord): OpenOrder => asOrder(record) as OpenOrder
