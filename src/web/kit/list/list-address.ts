import { type Area, allFields } from '#shared/kit/area.ts'
import type { Filter, Sort } from '#shared/kit/filter.ts'
import { type ListQuery, listParams, pageSizes, parseListQuery } from '#shared/kit/list-query.ts'
import { isPreset } from '#shared/kit/worklist.ts'
import { type Density, rowHeights } from './density'

/** What the address of a list says. `sort` is empty where the area's own order stands, `columns` null for the usual ones. */
export interface ListAddress {
  q: string
  filters: Filter[]
  sort: Sort[]
  /** From 1. */
  page: number
  size: PageSize
  columns: string[] | null
  /** The rows' height; without it the person's own. */
  density?: Density
  /** The saved view that was chosen; 0 for none where the list would open with one. */
  view?: number
  /** The record that is looked at beside the list. */
  preview?: number
  /** Conditions that the list does not know, as the address says them: it is shown without them, and says so. */
  unknown?: string[]
}

export { pageSizes }
export type PageSize = (typeof pageSizes)[number]

/** Reads an address; what does not fit the area, or may not be read, is dropped: old links keep working. */
export const readAddress = (
  area: Area,
  search: URLSearchParams,
  readable: (field: string) => boolean,
  usualSize: PageSize = 25,
): ListAddress => {
  const own = new Map([...search].filter(([name]) => ownNames.includes(name)))
  const asked = [...search].filter(([name]) => !ownNames.includes(name) && name !== '_start' && name !== '_end')
  const { query, problems } = parseListQuery(area, asked, readable)
  const unknown = asked
    .filter(([name]) => !name.startsWith('_') && problems.some(({ field }) => field === name))
    .map(([name, value]) => `${name}=${value}`.slice(0, 80))
  const fields = allFields(area)
  const density = own.get('_density') ?? ''
  const view = own.get('_view') ?? ''
  const preview = own.get('_preview') ?? ''
  const columns = own
    .get('_cols')
    ?.split(',')
    .filter((name) => name in fields && !fields[name]?.options.filterOnly && readable(name))
  return {
    q: query.q,
    filters: query.filters.map(plain).filter((filter) => !isPreset(area, filter)),
    sort: search.has('_sort')
      ? query.sort.filter(({ field }) => fields[field]?.options.sort && readable(field)).slice(0, 4)
      : [],
    page: Math.max(1, Math.trunc(Number(own.get('_page'))) || 1),
    size: pageSizes.find((size) => String(size) === own.get('_size')) ?? usualSize,
    columns: columns?.length ? columns : null,
    ...(density in rowHeights && { density: density as Density }),
    ...(/^\d{1,15}$/.test(view) && { view: Number(view) }),
    ...(/^\d{1,15}$/.test(preview) && { preview: Number(preview) }),
    ...(unknown.length > 0 && { unknown }),
  }
}

/** The address of a list, shortest form: what is usual is left out. With a view it says all, whatever the person's own usual is. */
export const writeAddress = (address: ListAddress, usualSize: PageSize = 25): URLSearchParams =>
  new URLSearchParams([
    ...filterParams(address),
    ...(address.page > 1 ? [['_page', String(address.page)]] : []),
    ...(address.size !== usualSize || address.view ? [['_size', String(address.size)]] : []),
    ...(address.columns ? [['_cols', address.columns.join(',')]] : []),
    ...(address.density ? [['_density', address.density]] : []),
    ...(address.view === undefined ? [] : [['_view', String(address.view)]]),
    ...(address.preview ? [['_preview', String(address.preview)]] : []),
  ])

/** The part that decides which records: `q` and the filters; totals, exports and bulk moves send the same. */
export const filterParams = ({ q, filters, sort = [] }: Partial<ListAddress>): [string, string][] =>
  listParams({ q, filters: (filters ?? []).map(plain), sort } as Partial<ListQuery>)

/** Whether two filters ask the same of the same field. */
export const sameFilter = (one: Filter, other: Filter) =>
  one.field === other.field && one.op === other.op && one.values.join() === other.values.join()

const ownNames = ['_page', '_size', '_cols', '_density', '_view', '_preview']

/** One value is written `status=issued`, several `status_in=issued,confirmed`. */
const plain = ({ field, op, values }: Filter): Filter => {
  if (op === '_in' && values.length === 1) return { field, op: '', values }
  if (op === '_nin' && values.length === 1) return { field, op: '_ne', values }
  if (op === '' && values.length > 1) return { field, op: '_in', values }
  return { field, op, values }
}
