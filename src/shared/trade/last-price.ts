/** The price of an article in the last issued order, of any supplier. */
export interface LastPrice {
  /** Decimal text with four decimals. */
  price: string
  currency: string
  /** The date of issue of the order. */
  date: string
  order: { id: number; title: string }
  supplier: { id: number; title: string }
}
