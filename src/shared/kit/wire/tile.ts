/** A figure of the dashboard, as `GET /api/dashboard/tiles` returns it: the number of records in a list it links to. */
export interface Tile {
  name: string
  area: string
  /** The page of the list: the area's or a worklist's. */
  path: string
  /** The conditions of the list, as a query string of page and API. */
  query: string
  count: number
  /** The count of the period before, for a figure of a period. */
  before?: number
  /** Further figures of the same records. */
  facts?: Record<string, number | null>
  /** Sums of the records, per currency if the caller may see values. */
  sums?: TileSums[]
  /** The records by kind, each with its own list. */
  parts?: { name: string; query: string; count: number }[]
}

/** Units as numbers, amounts as decimal text in `currency`. */
export interface TileSums {
  currency?: string
  count?: number
  qty?: number
  line_value?: string
  balance?: string
}
