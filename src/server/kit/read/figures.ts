import type { Filter, Operator } from '#shared/kit/filter.ts'
import type { ListQuery } from '#shared/kit/list-query.ts'

/**
 * Aggregates of an area's records, maintained by triggers in the writing transaction: a table with the columns that
 * each kind is grouped by, `records` (their number) and the area's totals. Lists read counts and totals from it if a
 * kind answers the request, otherwise from the records. Archived records are not included.
 */
export interface Figures {
  table: string
  /** The area whose scope applies to the rows of the table, which has the columns that the scope uses. */
  scopedAs: string
  /** Those columns; a kind without them serves only callers who see everything. */
  scopedBy: readonly string[]
  /** Columns that hold less than the record's value: whether it is set, or the day (UTC) of a moment. */
  coarse?: Readonly<Record<string, 'presence' | 'day'>>
  /** Ordered by size, the smallest first. */
  kinds: readonly FigureKind[]
}

export interface FigureKind {
  name: string
  /** The fields and conditions that the kind can be filtered and grouped by. */
  by: readonly string[]
  /** The kind contains only records that match these filters, and answers only requests that include them. */
  where?: readonly Filter[]
  /** The kind contains only records with a value in this field, and answers only requests that require one. */
  given?: string
}

/** The kept figures that a request is answered from. */
export interface FigureSource extends Pick<Figures, 'table' | 'scopedAs'> {
  kind: string
  /** The indexes of those filters of the request that every record of the kind matches. */
  answered: readonly number[]
}

/** The smallest kind that answers a request grouped by `groups`; null if the records have to be read. */
export const figuresFor = (
  figures: Figures | undefined,
  { filters, q }: Pick<ListQuery, 'filters' | 'q'>,
  groups: readonly string[],
  isScoped: boolean,
): FigureSource | null => {
  if (!figures || q.trim() !== '') return null
  const { table, scopedAs, scopedBy, coarse = {}, kinds } = figures
  const requiredColumns = [...groups, ...(isScoped ? scopedBy : [])]
  const answers = ({ by, where = [], given }: FigureKind) =>
    where.every((preset) => filters.some((filter) => isSameFilter(filter, preset))) &&
    (given === undefined || filters.some(({ field, op }) => field === given && requiresValue.has(op))) &&
    requiredColumns.every((field) => by.includes(field)) &&
    filters.every(
      (filter) =>
        where.some((preset) => isSameFilter(filter, preset)) ||
        (by.includes(filter.field) && fits(filter, coarse[filter.field])),
    )
  const kind = kinds.find(answers)
  if (!kind) return null
  const answered = filters.flatMap((filter, index) =>
    kind.where?.some((preset) => isSameFilter(filter, preset)) ? [index] : [],
  )
  return { table, scopedAs, kind: kind.name, answered }
}

export const isSameFilter = (a: Filter, b: Filter) =>
  a.field === b.field && a.op === b.op && a.values.join('\n') === b.values.join('\n')

/** Operators that never match an empty value. */
const requiresValue: ReadonlySet<Operator> = new Set<Operator>(['', '_in', '_gt', '_gte', '_lt', '_lte'])

/** Whether a column with less than the record's value is sufficient for the filter. */
const fits = ({ op, values }: Filter, coarse: 'presence' | 'day' | undefined) => {
  if (coarse === 'presence') return op === '_null' || op === '_nnull'
  if (coarse === 'day')
    return (op === '_gte' || op === '_lt') && values.every((value) => /^\d{4}-\d\d-\d\d$/.test(value))
  return true
}
