import { type HttpError, useList } from '@refinedev/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type AnyRecord, type Area, allFields } from '#shared/kit/area.ts'
import type { Sort } from '#shared/kit/filter.ts'
import type { Totals } from '#shared/kit/wire/list.ts'
import { effectiveFilters, listName, listSort } from '#shared/kit/worklist.ts'
import { usePageSearch } from '#web/hooks/use-page-search.ts'
import { language } from '#web/i18n.ts'
import { rememberList } from '#web/kit/page/list-memory.ts'
import { isEntering } from '#web/kit/record/use-live-record.ts'
import { type ListMeta, prefetchedListFor } from '#web/providers/data.ts'
import { api } from '#web/providers/http.ts'
import { fieldRights } from '#web/providers/permission.ts'
import { useSession } from '#web/providers/session.ts'
import type { Density } from './density'
import { filterParams, type ListAddress, type PageSize, readAddress, writeAddress } from './list-address'
import { type ListChoices, type ListPreferences, readListPreferences } from './preferences'

/**
 * The list of an area: its state is in the address, rows are loaded by page, `total` counts all matches. Changes of
 * filters, search and order return to the first page. `columns` are the initial ones, by default those declared.
 */
export const useAreaList = (area: Area, columns?: readonly string[]): AreaListState => {
  const [search, setSearch] = usePageSearch()
  useSession()
  const name = listName(area)
  const stored = JSON.stringify(readListPreferences(name))
  const preferences = useMemo(() => JSON.parse(stored) as ListPreferences, [stored])
  const { size: usualSize, opens } = preferences
  const text = search.toString() || opens || ''
  const address = useMemo(() => addressIn(area, new URLSearchParams(text), usualSize), [area, text, usualSize])
  useEffect(() => {
    if (search.size === 0 && opens) setSearch(opens, { replace: true })
  }, [search, opens, setSearch])
  const change = useCallback(
    (next: Partial<ListAddress>) => {
      const { columns, density, size } = next
      if (columns || density || size)
        storeChoices(name, { ...(columns && { columns }), ...(density && { density }), ...(size && { size }) })
      const keepsPage = Object.keys(next).every((name) => pageKeepingSettings.includes(name))
      setSearch(
        (current) =>
          writeAddress(
            { ...addressIn(area, current, usualSize), ...(keepsPage ? {} : { page: 1 }), ...next },
            usualSize,
          ),
        { replace: 'q' in next || 'preview' in next },
      )
    },
    [area, name, setSearch, usualSize],
  )
  useEffect(() => rememberList(area, text), [area, text])

  const request = listRequest(area, address)
  const { query, result } = useList<AnyRecord, HttpError>({
    ...request,
    // A prefetched response needs no request.
    queryOptions: {
      retry: 1,
      initialData: () => prefetchedListFor(request),
      staleTime: freshFor,
      // Returning to the tab refetches, unless something on the page is being edited.
      refetchOnWindowFocus: () => !isEntering(),
    },
  })
  const conditions = { q: address.q, filters: effectiveFilters(area, address.filters) }
  const filter = new URLSearchParams(filterParams(conditions)).toString()
  const totals = useQuery({
    queryKey: [area.name, 'totals', filter],
    queryFn: ({ signal }) => api<Totals>('GET', `${area.name}/totals`, { params: filterParams(conditions), signal }),
    enabled: Boolean(area.totals?.some((field) => fieldRights().mayRead(area, field))) && query.isSuccess,
    placeholderData: (previous) => previous,
  })

  const selection = useSelection(filter, result.data)
  const currentLanguage = language()
  // biome-ignore lint/correctness/useExhaustiveDependencies: some columns are chosen by the language in use
  const initialColumns = useMemo(() => defaultColumns(area, columns), [area, columns, currentLanguage])
  const visibleColumns = useMemo(
    () => address.columns ?? readableColumns(area, preferences.columns) ?? initialColumns,
    [address.columns, area, preferences, initialColumns],
  )
  const rowsFrom = usePageOfRows(address, query.isPlaceholderData)
  return {
    area,
    hasColumns: true,
    address,
    rowsFrom,
    change,
    columns: visibleColumns,
    initialColumns,
    density: address.density ?? preferences.density ?? 'standard',
    records: result.data,
    total: result.total ?? 0,
    totals: totals.data ?? null,
    filter,
    isLoading: query.isLoading,
    // Includes requests that are paused because the browser is offline.
    isFetching: query.fetchStatus !== 'idle',
    error: query.error,
    refetch: () => {
      void query.refetch()
      void totals.refetch()
    },
    selection,
  }
}

/** Index of the first row shown: that of the previous page while the rows are still its rows (`isOlder`). */
const usePageOfRows = ({ page, size }: ListAddress, isOlder: boolean): number => {
  const from = (page - 1) * size
  const [shown, setShown] = useState(from)
  if (!isOlder && shown !== from) setShown(from)
  return isOlder ? shown : from
}

/** Milliseconds that rows are fresh: prefetched ones for a moment, fetched ones not at all. */
const freshFor = ({ state }: { state: { data: unknown; dataUpdateCount: number } }) =>
  state.data !== undefined && state.dataUpdateCount === 0 ? 5000 : 0

/**
 * Parameters of Refine's `useList` for a page of a list; equal parameters share a cached response. The list query is
 * passed to the data provider in `meta`, as Refine's filters and sorters would only be converted there and back.
 */
export const listRequest = (area: Area, address: ListAddress) => ({
  resource: area.name,
  pagination: { currentPage: address.page, pageSize: address.size, mode: 'server' as const },
  meta: {
    listQuery: { q: address.q, filters: effectiveFilters(area, address.filters), sort: orderOf(area, address) },
  } satisfies ListMeta,
  errorNotification: false as const,
})

/** The selected order, else that of a worklist; empty for the area's default. */
export const orderOf = (area: Area, { sort }: Pick<ListAddress, 'sort'>): Sort[] =>
  sort.length > 0 ? sort : listSort(area)

/** The selected records with the versions shown, or all matches (`all`). */
export interface Selection {
  rows: ReadonlyMap<number, AnyRecord>
  all: boolean
  set: (rows: readonly AnyRecord[]) => void
  setAll: (all: boolean) => void
  clear: () => void
}

export interface AreaListState {
  area: Area
  /** Whether the records are rendered in columns that the person can select. */
  hasColumns: boolean
  address: ListAddress
  /** Index of the first row shown; that of the previous page until the new one is loaded. */
  rowsFrom: number
  change: (next: Partial<ListAddress>) => void
  /** Names of the visible columns. */
  columns: string[]
  /** Names of the initial columns. */
  initialColumns: string[]
  density: Density
  records: AnyRecord[]
  total: number
  totals: Totals | null
  /** The conditions as an address query, without page and order. */
  filter: string
  isLoading: boolean
  isFetching: boolean
  error: HttpError | null
  refetch: () => void
  selection: Selection
}

/**
 * The initial columns of a list: those given, by default those declared, else its first eight short fields; only
 * readable ones.
 */
export const defaultColumns = (area: Area, explicit = area.columns): string[] => {
  const { mayRead } = fieldRights()
  const declared = explicit ?? [
    area.title,
    ...Object.keys(area.fields).filter(
      (name) => name !== area.title && !['rows', 'long_text'].includes(area.fields[name]?.kind ?? 'rows'),
    ),
  ]
  const names = declared
    .map(inLanguage(area, declared))
    .filter((name) => name in allFields(area) && mayRead(area, name))
  return explicit ? names : [...names.slice(0, 8), ...(area.lifecycle ? ['status'] : [])]
}

/** In Chinese, replaces the English name, path or description by the Chinese one unless the list shows both. */
const inLanguage = (area: Area, declared: readonly string[]) => (name: string) => {
  const chinese = language() === 'zh' && name !== area.title ? inChinese[name] : undefined
  return chinese && chinese in area.fields && !declared.includes(chinese) ? chinese : name
}
const inChinese: Readonly<Record<string, string>> = {
  name_en: 'name_zh',
  full_path: 'full_path_zh',
  description: 'description_zh',
  composition_en: 'composition_zh',
}

const readableColumns = (area: Area, names: readonly string[] = []): string[] | null => {
  const { mayRead } = fieldRights()
  const readable = names.filter((name) => name in allFields(area) && mayRead(area, name))
  return readable.length ? readable : null
}

/** Parses an address with the rights of the signed-in person. */
export const addressIn = (area: Area, search: URLSearchParams, usualSize?: PageSize) =>
  readAddress(area, search, (field) => fieldRights().mayRead(area, field), usualSize)

/** Stores the choices; the module is loaded on demand, as the address has changed already. */
const storeChoices = (area: string, choices: ListChoices) =>
  void import('./preferences-account').then(({ keepChoices }) => keepChoices(area, choices))

/** Changes of these settings do not change which records match, so that the page stays. */
const pageKeepingSettings = ['page', 'columns', 'density', 'preview']

const noRows: ReadonlyMap<number, AnyRecord> = new Map()

const useSelection = (filter: string, shown: readonly AnyRecord[]): Selection => {
  const [state, setState] = useState<{ filter: string; rows: ReadonlyMap<number, AnyRecord>; all: boolean }>(() => ({
    filter,
    rows: new Map(),
    all: false,
  }))
  // Changing the filters clears the selection.
  const current = state.filter === filter ? state : { filter, rows: noRows, all: false }
  // Selected rows are replaced by their refetched versions, such as after an edit in a cell.
  const rows = useMemo(() => {
    const shownById = new Map(shown.map((row) => [row.id, row]))
    return new Map([...current.rows].map(([id, row]) => [id, shownById.get(id) ?? row]))
  }, [current.rows, shown])
  return {
    rows,
    all: current.all,
    set: (rows) => setState({ filter, rows: new Map(rows.map((row) => [row.id, row])), all: false }),
    setAll: (all) => setState({ ...current, all }),
    clear: () => setState({ filter, rows: new Map(), all: false }),
  }
}
