import { addDays, today } from '#shared/base/dates.ts'
import { boundsOf, readPeriod } from '#shared/base/periods.ts'
import { type Area, allFields, columnsOf } from '#shared/kit/area.ts'
import type { Field } from '#shared/kit/fields.ts'
import type { Filter, Sort } from '#shared/kit/filter.ts'
import { type ListQuery, maxDepth, maxPage } from '#shared/kit/list-query.ts'
import { codeQuery, holdsAllTokens, searchKey } from '#shared/kit/search.ts'

/** A list request without its values. A statement is compiled once per shape. */
export interface ListShape {
  filters: { field: string; op: Filter['op']; many: boolean; code?: boolean }[]
  sort: Sort[]
  q: boolean
  /** The index is searched for only some of the terms; the others are compared. */
  keyed?: boolean
  /** Few records match the search: fetch them all and sort, instead of following the order until the page is full. */
  few?: boolean
  /**
   * `limit` is part of the statement's text, so that a cached plan is as good as a fresh one; other page sizes are cut
   * (`isCut`) from the next larger limit. `hasOffset`: not the first page.
   */
  page: { limit: number; isCut: boolean; hasOffset: boolean }
}

const pageLimits = [10, 25, 50, maxPage]

export const shapeOf = (query: Omit<ListQuery, 'q'>, searchable: boolean, area: Area): ListShape => ({
  filters: query.filters.map((filter) => ({
    field: filter.field,
    op: filter.op,
    many: filter.values.length > 1,
    ...(codePart(area, filter) && { code: true }),
  })),
  sort: query.sort,
  q: searchable,
  page: { ...pageOf(query), hasOffset: query.start > 0 },
})

const pageOf = ({ start, end }: Pick<ListQuery, 'start' | 'end'>) => {
  const limit = pageLimits.find((size) => end - start <= size) ?? maxPage
  return { limit, isCut: end - start !== limit }
}

/** Whether a request filters by archival or by id; all others exclude archived records. */
export const filtersArchived = ({ filters }: ListShape) =>
  filters.some(({ field }) => field === 'archived_at' || field === 'id')

/** The cache key of counts and sums, which depend on the conditions but not on sort and page. */
export const conditionsKey = ({ filters, q, keyed }: ListShape) => JSON.stringify([filters, q, keyed])

/** The values for the slots of a list statement. */
export const listValues = (query: Pick<ListQuery, 'filters' | 'start' | 'end'>, area: Area, tsquery: string | null) => {
  const fields = allFields(area)
  const values: Record<string, unknown> = {
    q: tsquery,
    q_key: tsquery && searchKey(tsquery),
    start: Math.min(query.start, maxDepth),
    size: Math.max(query.end - query.start, 0),
  }
  query.filters.forEach((filter, index) => {
    values[`f${index}`] = filterValue(fields[filter.field] as Field, filter)
    const code = codePart(area, filter)
    if (code) values[`f${index}_code`] = code
  })
  return values
}

/**
 * The search query that finds every record whose code contains the filter's text. Null if it could miss some: for
 * fields that are not codes, texts too short to be indexed, and areas whose search column may not hold all tokens.
 */
const codePart = (area: Area, { field: name, op, values: [text = ''] }: Filter): string | null => {
  if (op !== '_like' && op !== '_startswith') return null
  const field = allFields(area)[name]
  return field?.kind === 'text' && field.options.search === 'code' && holdsAllCodes(area) ? codeQuery(text) : null
}

const holdsAllCodes = (area: Area) =>
  holdsAllTokens(
    columnsOf(area).flatMap(([, { kind, options }]) =>
      options.search && kind !== 'reference' ? [options.max ?? Number.POSITIVE_INFINITY] : [],
    ),
  )

/** The ends of the ranges of a `_within` filter, as of today; an open end is the extreme value of the column's type. */
const endsOf = (field: Field, values: readonly string[]): string[] =>
  values.flatMap((value) => {
    const period = readPeriod(value)
    if (!period) return []
    const { from, to } = boundsOf(period, today())
    const [min, max] = extremes(field)
    return [from || min, to ? (field.kind === 'moment' ? addDays(to, 1) : to) : max]
  })

const extremes = ({ kind }: Field): [string, string] =>
  kind === 'date' || kind === 'moment'
    ? ['-infinity', 'infinity']
    : kind === 'integer'
      ? [String(Number.MIN_SAFE_INTEGER), String(Number.MAX_SAFE_INTEGER)]
      : ['-Infinity', 'Infinity']

const filterValue = (field: Field, { op, values }: Filter): unknown => {
  if (op === '_within') return endsOf(field, values)
  const first = values[0] ?? ''
  if (op === '_null' || op === '_nnull') return first !== 'false'
  if (op === '_like') return `%${likeText(first)}%`
  if (op === '_startswith') return `${likeText(first)}%`
  if (op === '_in' || op === '_nin' || values.length > 1 || field.kind === 'choices') return values
  return field.kind === 'flag' ? first === 'true' : first
}
const likeText = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)
