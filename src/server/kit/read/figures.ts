import type { Filter, Operator } from '#shared/kit/filter.ts'
import type { ListQuery } from '#shared/kit/list-query.ts'

/**
 * Sums of an area's records that triggers keep in the writing transaction: a table with the columns that a kind is by,
 * `records` and the area's totals. What a list counts or adds up is read from them where a kind answers it; where none
 * does, from the records. Archived records are not in them.
 */
export interface Figures {
  table: string
  /** The area whose scope applies to the rows: they have the columns that it uses. */
  scopedAs: string
  /** Those columns: without them a kind serves only callers who see everything. */
  scopedBy: readonly string[]
  /** Columns with less than the record's value: whether there is one, or the day (UTC) of a moment. */
  coarse?: Readonly<Record<string, 'presence' | 'day'>>
  /** The smallest first. */
  kinds: readonly FigureKind[]
}

export interface FigureKind {
  name: string
  /** The fields and conditions that it can be filtered by. */
  by: readonly string[]
  /** It contains only records that match these filters, and answers requests that include them. */
  where?: readonly Filter[]
  /** It contains only records with a value in this field, and answers requests that require one. */
  given?: string
}

/** The source of an answer. */
export interface FigureSource extends Pick<Figures, 'table' | 'scopedAs'> {
  kind: string
  /** Filters that the kind itself answers, by their place in the request. */
  answered: readonly number[]
}

/** The kind that answers a request which is grouped by `groups`; null where the records have to be read. */
export const figuresFor = (
  figures: Figures | undefined,
  { filters, q }: Pick<ListQuery, 'filters' | 'q'>,
  groups: readonly string[],
  isScoped: boolean,
): FigureSource | null => {
  if (!figures || q.trim() !== '') return null
  const { table, scopedAs, scopedBy, coarse = {}, kinds } = figures
  const wanted = [...groups, ...(isScoped ? scopedBy : [])]
  const answers = ({ by, where = [], given }: FigureKind) =>
    where.every((preset) => filters.some((filter) => isSame(filter, preset))) &&
    (given === undefined || filters.some(({ field, op }) => field === given && wantsValue.has(op))) &&
    wanted.every((field) => by.includes(field)) &&
    filters.every(
      (filter) =>
        where.some((preset) => isSame(filter, preset)) ||
        (by.includes(filter.field) && fits(filter, coarse[filter.field])),
    )
  const kind = kinds.find(answers)
  if (!kind) return null
  const answered = filters.flatMap((filter, index) =>
    kind.where?.some((preset) => isSame(filter, preset)) ? [index] : [],
  )
  return { table, scopedAs, kind: kind.name, answered }
}

const isSame = (a: Filter, b: Filter) =>
  a.field === b.field && a.op === b.op && a.values.join('\n') === b.values.join('\n')

/** Operators that no empty value meets. */
const wantsValue: ReadonlySet<Operator> = new Set<Operator>(['', '_in', '_gt', '_gte', '_lt', '_lte'])

/** Whether a column with less than the value is sufficient for the filter. */
const fits = ({ op, values }: Filter, coarse: 'presence' | 'day' | undefined) => {
  if (coarse === 'presence') return op === '_null' || op === '_nnull'
  if (coarse === 'day')
    return (op === '_gte' || op === '_lt') && values.every((value) => /^\d{4}-\d\d-\d\d$/.test(value))
  return true
}
