import type { Mention } from '../../../web/fields/titles'
import type { OpenRecord } from '../../../web/kit/record-actions'
import { asOrder, type Line, type Order } from '../rules'

/** An order as its page reads it: with what may be done, and titles beside references. */
export type OpenOrder = OpenRecord & Omit<Order, 'lines'> & { lines: OpenLine[] }
export type OpenLine = OpenRecord &
  Line & {
    article: Mention | null
    colourway: Mention | null
    size_scale: Mention | null
    sizes: (Line['sizes'][number] & { size: Mention | null })[]
  }

export const asOpenOrder = (record: OpenRecord): OpenOrder => asOrder(record) as OpenOrder
