import type { Text } from '#shared/kit/text.ts'

/** What is printed from the data of an order line: the mark of a carton, or the ticket with the retail price. */
export const markKinds = ['carton_mark', 'price_ticket'] as const
export type MarkKind = (typeof markKinds)[number]

/** Where something that is missing is filled in. */
export type MarkSource = 'order' | 'article' | 'retail_price'

/** Why marks cannot be printed yet, and the record where that is mended; without an id it does not exist yet. */
export interface MarkGap {
  text: Text
  source: MarkSource
  id: number | null
}
