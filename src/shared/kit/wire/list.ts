/** Sums over all records that a list matches, per currency where the area has one. */
export interface Totals {
  count: number
  sums: ({ currency?: string } & Record<string, number | string>)[]
}
