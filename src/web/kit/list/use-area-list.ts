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
import { type ListChoices, type ListPreferences, readList } from './preferences'

/**
 * The list of an area: its state is in the address, its rows are loaded by page, `total` counts all matches. Any change
 * except page and columns returns to the first page. `columns` are the initial ones, else the declared ones.
 */
export const useAreaList = (area: Area, columns?: readonly string[]): AreaListState => {
  const [search, setSearch] = usePageSearch()
  useSession()
  const name = listName(area)
  const stored = JSON.stringify(readList(name))
  const kept = useMemo(() => JSON.parse(stored) as ListPreferences, [stored])
  const { size: usualSize, opens } = kept
  const text = search.toString() || opens || ''
  const address = useMemo(() => addressIn(area, new URLSearchParams(text), usualSize), [area, text, usualSize])
  useEffect(() => {
    if (search.size === 0 && opens) setSearch(opens, { replace: true })
  }, [search, opens, setSearch])
  const change = useCallback(
    (next: Partial<ListAddress>) => {
      const { columns, density, size } = next
      if (columns || density || size)
        keep(name, { ...(columns && { columns }), ...(density && { density }), ...(size && { size }) })
      const keepsPage = Object.keys(next).every((name) => onlyLooks.includes(name))
      setSearch(
        (now) =>
          writeAddress({ ...addressIn(area, now, usualSize), ...(keepsPage ? {} : { page: 1 }), ...next }, usualSize),
        { replace: 'q' in next || 'preview' in next },
      )
    },
    [area, name, setSearch, usualSize],
  )
  useEffect(() => rememberList(area, text), [area, text])

  const request = listRequest(area, address)
  const { query, result } = useList<AnyRecord, HttpError>({
    ...request,
    // A prefetched answer is as fresh as a new one.
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
    placeholderData: (before) => before,
  })

  const selection = useSelection(filter, result.data)
  const spoken = language()
  // biome-ignore lint/correctness/useExhaustiveDependencies: some columns are chosen by the language in use
  const usual = useMemo(() => defaultColumns(area, columns), [area, columns, spoken])
  const shown = useMemo(
    () => address.columns ?? readableColumns(area, kept.columns) ?? usual,
    [address.columns, area, kept, usual],
  )
  const rowsFrom = usePageOfRows(address, query.isPlaceholderData)
  return {
    area,
    hasColumns: true,
    address,
    rowsFrom,
    change,
    columns: shown,
    usual,
    density: address.density ?? kept.density ?? 'standard',
    records: result.data,
    total: result.total ?? 0,
    totals: totals.data ?? null,
    filter,
    isLoading: query.isLoading,
    // A request that waits for the connection is under way too.
    isFetching: query.fetchStatus !== 'idle',
    error: query.error,
    refetch: () => {
      void query.refetch()
      void totals.refetch()
    },
    selection,
  }
}

/** Index of the first row shown. */
const usePageOfRows = ({ page, size }: ListAddress, isOlder: boolean): number => {
  const from = (page - 1) * size
  const [shown, setShown] = useState(from)
  if (!isOlder && shown !== from) setShown(from)
  return isOlder ? shown : from
}

const freshFor = ({ state }: { state: { data: unknown; dataUpdateCount: number } }) =>
  state.data !== undefined && state.dataUpdateCount === 0 ? 5000 : 0

/**
 * The page of a list for Refine's `useList`: equal requests share an answer. The list query is passed to the data
 * provider in `meta`, as Refine's filters and sorters would only be converted there and back.
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

/** The selection: ids with the versions shown, or all matches. */
export interface Selection {
  rows: ReadonlyMap<number, AnyRecord>
  all: boolean
  set: (rows: readonly AnyRecord[]) => void
  setAll: (all: boolean) => void
  clear: () => void
}

export interface AreaListState {
  area: Area
  /** Whether the records are drawn by columns, which the person chooses. */
  hasColumns: boolean
  address: ListAddress
  /** Index of the first row shown: of the previous page, until the new one is loaded. */
  rowsFrom: number
  change: (next: Partial<ListAddress>) => void
  /** Names of the columns on show. */
  columns: string[]
  /** Names of the columns that it starts with. */
  usual: string[]
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

/** Columns that a list starts with: those given, as declared, or the first eight short fields; only what the person may read. */
export const defaultColumns = (area: Area, given = area.columns): string[] => {
  const { mayRead } = fieldRights()
  const declared = given ?? [
    area.title,
    ...Object.keys(area.fields).filter(
      (name) => name !== area.title && !['rows', 'long_text'].includes(area.fields[name]?.kind ?? 'rows'),
    ),
  ]
  const names = declared
    .map(inLanguage(area, declared))
    .filter((name) => name in allFields(area) && mayRead(area, name))
  return given ? names : [...names.slice(0, 8), ...(area.lifecycle ? ['status'] : [])]
}

/** The Chinese name, path or description instead of the English one, if a list shows one of them. */
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

/** The list state of an address, as far as this person may read it. */
export const addressIn = (area: Area, search: URLSearchParams, usualSize?: PageSize) =>
  readAddress(area, search, (field) => fieldRights().mayRead(area, field), usualSize)

/** The address changes at once; storing the choice can follow. */
const keep = (area: string, choices: ListChoices) =>
  void import('./preferences-account').then(({ keepChoices }) => keepChoices(area, choices))

/** Changes of these show the same records. */
const onlyLooks = ['page', 'columns', 'density', 'preview']

const noRows: ReadonlyMap<number, AnyRecord> = new Map()

const useSelection = (filter: string, shown: readonly AnyRecord[]): Selection => {
  const [state, setState] = useState<{ filter: string; rows: ReadonlyMap<number, AnyRecord>; all: boolean }>(() => ({
    filter,
    rows: new Map(),
    all: false,
  }))
  // A selection belongs to its filters: changing them clears it.
  const current = state.filter === filter ? state : { filter, rows: noRows, all: false }
  // What is read again on the page, such as after an edit in a cell, is chosen as it is now.
  const rows = useMemo(() => {
    const now = new Map(shown.map((row) => [row.id, row]))
    return new Map([...current.rows].map(([id, row]) => [id, now.get(id) ?? row]))
  }, [current.rows, shown])
  return {
    rows,
    all: current.all,
    set: (rows) => setState({ filter, rows: new Map(rows.map((row) => [row.id, row])), all: false }),
    setAll: (all) => setState({ ...current, all }),
    clear: () => setState({ filter, rows: new Map(), all: false }),
  }
}
