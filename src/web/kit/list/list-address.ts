import { type Area, allFields } from '#shared/kit/area.ts'
import type { Filter, Sort } from '#shared/kit/filter.ts'
import { type ListQuery, listParams, pageSizes, parseListQuery } from '#shared/kit/list-query.ts'
import { isPreset } from '#shared/kit/worklist.ts'
import { type Density, rowHeights } from './density'

/**
 * The state of a list in its address. `sort` is empty for the area's default order, `columns` null for the default
 * ones.
 */
export interface ListAddress {
  q: string
  filters: Filter[]
  sort: Sort[]
  /** From 1. */
  page: number
  size: PageSize
  columns: string[] | null
  /** Row height; by default the person's own setting. */
  density?: Density
  /** The saved view that was chosen; 0 for none where the list would open with one. */
  view?: number
  /** The record in the preview panel. */
  preview?: number
  /** Filters that the list does not know, as in the address: they are ignored and shown as such. */
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
  const settings = new Map([...search].filter(([name]) => ownNames.includes(name)))
  const conditions = [...search].filter(([name]) => !ownNames.includes(name) && name !== '_start' && name !== '_end')
  const { query, problems } = parseListQuery(area, conditions, readable)
  const unknown = conditions
    .filter(([name]) => !name.startsWith('_') && problems.some(({ field }) => field === name))
    .map(([name, value]) => `${name}=${value}`.slice(0, 80))
  const fields = allFields(area)
  const density = settings.get('_density') ?? ''
  const view = settings.get('_view') ?? ''
  const preview = settings.get('_preview') ?? ''
  const columns = settings
    .get('_cols')
    ?.split(',')
    .filter((name) => name in fields && !fields[name]?.options.filterOnly && readable(name))
  return {
    q: query.q,
    filters: query.filters.map(plain).filter((filter) => !isPreset(area, filter)),
    sort: search.has('_sort')
      ? query.sort.filter(({ field }) => fields[field]?.options.sort && readable(field)).slice(0, 4)
      : [],
    page: Math.max(1, Math.trunc(Number(settings.get('_page'))) || 1),
    size: pageSizes.find((size) => String(size) === settings.get('_size')) ?? usualSize,
    columns: columns?.length ? columns : null,
    ...(density in rowHeights && { density: density as Density }),
    ...(/^\d{1,15}$/.test(view) && { view: Number(view) }),
    ...(/^\d{1,15}$/.test(preview) && { preview: Number(preview) }),
    ...(unknown.length > 0 && { unknown }),
  }
}

/**
 * The address of a list in its shortest form, without defaults. With a view it is complete, whatever the person's
 * defaults are.
 */
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

/** Whether two filters say the same, whichever way they are written. */
export const sameFilter = (a: Filter, b: Filter) => {
  const [one, other] = [plain(a), plain(b)]
  return one.field === other.field && one.op === other.op && one.values.join() === other.values.join()
}

const ownNames = ['_page', '_size', '_cols', '_density', '_view', '_preview']

/** One value is written `status=issued`, several `status_in=issued,confirmed`. */
const plain = ({ field, op, values }: Filter): Filter => {
  if (op === '_in' && values.length === 1) return { field, op: '', values }
  if (op === '_nin' && values.length === 1) return { field, op: '_ne', values }
  if (op === '' && values.length > 1) return { field, op: '_in', values }
  return { field, op, values }
}
