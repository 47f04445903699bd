import type { ChangeItem } from '#shared/trade/order-changes.ts'
import type { Mention } from '#web/fields/titles.ts'
import { ruleContext } from '#web/kit/form/rule-context.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { can, fieldRights } from '#web/providers/permission.ts'
import { purchaseOrders } from '../area'
import { asOrder, type Line, type Order, type OrderChange, rules, type StatedFacts } from '../rules'

/** An order as its page loads it: with its moves and titles of references. */
export type OpenOrder = OpenRecord &
  Omit<Order, 'lines' | 'changes'> & {
    lines: OpenLine[]
    /** Absent without the right to read them. */
    changes?: OpenChange[]
    /** Facts about a draft's references. */
    facts?: StatedFacts
  }
export type OpenChange = Omit<OrderChange, 'items'> & {
  id: number
  proposed_by_title: Mention | null
  answered_by_title: Mention | null
  items: OpenItem[]
}
export type OpenItem = ChangeItem & { size?: Mention | null }
export type OpenLine = OpenRecord &
  Omit<Line, 'sizes'> & {
    article: Mention | null
    colourway: Mention | null
    size_scale: Mention | null
    sizes: (Line['sizes'][number] & { size: Mention | null })[]
  }

/**
 * Whether the user may edit a field of the order's lines in place. Suppliers cannot edit orders but some fields of
 * their lines: decided by the same rule as on the server, within the rights on lines.
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

/** The field with the current date on which lines are expected to leave. */
export const leavingDateField = ({ status }: OpenOrder) =>
  status === 'issued' || status === 'change_proposed' ? 'promised_ex_factory_date' : 'forecast_ex_factory_date'

export const asOpenOrder = (record: OpenRecord): OpenOrder => asOrder(record) as unknown as OpenOrder
