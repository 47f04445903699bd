/** The number of records that match a list query, and sums over them, for each currency if the area has one. */
export interface Totals {
  count: number
  sums: ({ currency?: string } & Record<string, number | string>)[]
}
