import { type Area, allFields } from '#shared/kit/area.ts'
import type { Filter, Sort } from '#shared/kit/filter.ts'
import { type ListQuery, listParams, pageSizes, parseListQuery } from '#shared/kit/list-query.ts'
import { isPreset } from '#shared/kit/worklist.ts'
import { type Density, rowHeights } from './density'

/**
 * The state of a list as its address holds it. An empty `sort` means the default order, null `columns` the default
 * ones.
 */
export interface ListAddress {
  q: string
  filters: Filter[]
  sort: Sort[]
  /** One-based. */
  page: number
  size: PageSize
  columns: string[] | null
  /** Row height; by default the person's own setting. */
  density?: Density
  /** Id of the selected saved view; 0 overrides the list's default view with none. */
  view?: number
  /** The record in the preview panel. */
  preview?: number
  /** Conditions of the address that the list does not know (`name=value`): ignored, and shown as ignored. */
  unknown?: string[]
}

export { pageSizes }
export type PageSize = (typeof pageSizes)[number]

/**
 * Parses an address. Settings that do not fit the area or are not readable are dropped, so that old links keep working.
 */
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
    filters: query.filters.map(normalised).filter((filter) => !isPreset(area, filter)),
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
 * The shortest address of a list: defaults are omitted. The address of a saved view contains the page size, as each
 * person has another default.
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

/** The parameters that select records: `q` and the filters. Totals, exports and bulk moves send the same ones. */
export const filterParams = ({ q, filters, sort = [] }: Partial<ListAddress>): [string, string][] =>
  listParams({ q, filters: (filters ?? []).map(normalised), sort } as Partial<ListQuery>)

/** Whether two filters are equal, regardless of notation (`status=issued` and `status_in=issued`). */
export const sameFilter = (a: Filter, b: Filter) => {
  const [first, second] = [normalised(a), normalised(b)]
  return first.field === second.field && first.op === second.op && first.values.join() === second.values.join()
}

const ownNames = ['_page', '_size', '_cols', '_density', '_view', '_preview']

/** Normalises the notation: `status=issued` for one value, `status_in=issued,confirmed` for several. */
const normalised = ({ field, op, values }: Filter): Filter => {
  if (op === '_in' && values.length === 1) return { field, op: '', values }
  if (op === '_nin' && values.length === 1) return { field, op: '_ne', values }
  if (op === '' && values.length > 1) return { field, op: '_in', values }
  return { field, op, values }
}
