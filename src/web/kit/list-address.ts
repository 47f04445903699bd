import { type Area, allFields } from '../../shared/area'
import { type Filter, type ListQuery, listParams, parseListQuery, type Sort } from '../../shared/list-query'

/** What the address of a list says. `sort` is empty where the area's own order stands, `columns` null for the usual ones. */
export interface ListAddress {
  q: string
  filters: Filter[]
  sort: Sort[]
  /** From 1. */
  page: number
  size: PageSize
  columns: string[] | null
}

export const pageSizes = [25, 50, 100] as const
export type PageSize = (typeof pageSizes)[number]

/** Reads an address; what does not fit the area, or may not be read, is dropped: old links keep working. */
export const readAddress = (area: Area, search: URLSearchParams, readable: (field: string) => boolean): ListAddress => {
  const own = new Map([...search].filter(([name]) => ownNames.includes(name)))
  const { query } = parseListQuery(
    area,
    [...search].filter(([name]) => !ownNames.includes(name) && name !== '_start' && name !== '_end'),
    readable,
  )
  const fields = allFields(area)
  const columns = own
    .get('_cols')
    ?.split(',')
    .filter((name) => name in fields && readable(name))
  return {
    q: query.q,
    filters: query.filters.map(plain),
    sort: search.has('_sort')
      ? query.sort.filter(({ field }) => fields[field]?.options.sort && readable(field)).slice(0, 4)
      : [],
    page: Math.max(1, Math.trunc(Number(own.get('_page'))) || 1),
    size: pageSizes.find((size) => String(size) === own.get('_size')) ?? 25,
    columns: columns?.length ? columns : null,
  }
}

/** The address of a list, shortest form: what is usual is left out. */
export const writeAddress = (address: ListAddress): URLSearchParams =>
  new URLSearchParams([
    ...filterParams(address),
    ...(address.page > 1 ? [['_page', String(address.page)]] : []),
    ...(address.size !== 25 ? [['_size', String(address.size)]] : []),
    ...(address.columns ? [['_cols', address.columns.join(',')]] : []),
  ])

/** The part that decides which records: `q` and the filters; totals, exports and bulk moves send the same. */
export const filterParams = ({ q, filters, sort = [] }: Partial<ListAddress>): [string, string][] =>
  listParams({ q, filters: (filters ?? []).map(plain), sort } as Partial<ListQuery>)

/** Whether two filters ask the same of the same field. */
export const sameFilter = (one: Filter, other: Filter) =>
  one.field === other.field && one.op === other.op && one.values.join() === other.values.join()

const ownNames = ['_page', '_size', '_cols']

/** One value is written `status=issued`, several `status_in=issued,confirmed`. */
const plain = ({ field, op, values }: Filter): Filter => {
  if (op === '_in' && values.length === 1) return { field, op: '', values }
  if (op === '_nin' && values.length === 1) return { field, op: '_ne', values }
  if (op === '' && values.length > 1) return { field, op: '_in', values }
  return { field, op, values }
}
