import type { Text } from '#shared/kit/text.ts'

/** Kinds of marks that are printed from the data of an order line: carton marks and price tickets. */
export const markKinds = ['carton_mark', 'price_ticket'] as const
export type MarkKind = (typeof markKinds)[number]

/** The kind of record in which missing data is entered. */
export type MarkSource = 'order' | 'article' | 'retail_price'

/** Why marks cannot be printed yet, and the record in which to correct it; `id` is null if that does not exist yet. */
export interface MarkGap {
  text: Text
  source: MarkSource
  id: number | null
}
