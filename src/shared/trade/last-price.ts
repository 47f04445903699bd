/** What something cost in the last order that went out, whoever made it. */
export interface LastPrice {
  /** Decimal text of four digits. */
  price: string
  currency: string
  /** The day the order was issued. */
  date: string
  order: { id: number; title: string }
  supplier: { id: number; title: string }
}
