/** The price in the last issued order, whoever made it. */
export interface LastPrice {
  /** Decimal text of four digits. */
  price: string
  currency: string
  /** The day the order was issued. */
  date: string
  order: { id: number; title: string }
  supplier: { id: number; title: string }
}
