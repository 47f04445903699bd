import { type CrudFilter, type CrudOperators, type HttpError, useList } from '@refinedev/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type AnyRecord, type Area, allFields } from '../../shared/area'
import type { Filter, Operator } from '../../shared/list-query'
import { api } from '../providers/http'
import { fieldRights } from '../providers/permission'
import { filterParams, type ListAddress, readAddress, writeAddress } from './list-address'
import { rememberList } from './list-memory'
import { keepPreference, readPreference } from './preferences'

/**
 * The list of an area: its state lives in the address, its rows come page by page, `total` counts all that match.
 * Any change but of page or columns leads back to the first page. `columns` are what it starts with, else as declared.
 */
export const useAreaList = (area: Area, columns?: readonly string[]): AreaListState => {
  const [search, setSearch] = useSearchParams()
  const text = search.toString()
  const address = useMemo(
    () => readAddress(area, new URLSearchParams(text), (field) => fieldRights().mayRead(area, field)),
    [area, text],
  )
  const change = useCallback(
    (next: Partial<ListAddress>) => {
      const keepsPage = Object.keys(next).every((name) => name === 'page' || name === 'columns')
      if (next.columns) keepPreference(`columns:${area.name}`, next.columns)
      setSearch(
        (now) => {
          const before = readAddress(area, now, (field) => fieldRights().mayRead(area, field))
          return writeAddress({ ...before, ...(keepsPage ? {} : { page: 1 }), ...next })
        },
        { replace: 'q' in next },
      )
    },
    [area, setSearch],
  )
  useEffect(() => rememberList(area, text), [area, text])

  const { query, result } = useList<AnyRecord, HttpError>({
    resource: area.name,
    pagination: { currentPage: address.page, pageSize: address.size, mode: 'server' },
    filters: crudFilters(address),
    sorters: address.sort.map(({ field, desc }) => ({ field, order: desc ? 'desc' : 'asc' })),
    errorNotification: false,
    queryOptions: { retry: 1 },
  })
  const filter = new URLSearchParams(filterParams({ q: address.q, filters: address.filters })).toString()
  const totals = useQuery({
    queryKey: [area.name, 'totals', filter],
    queryFn: ({ signal }) =>
      api<Totals>('GET', `${area.name}/totals`, { params: filterParams(address).filter(isCondition), signal }),
    enabled: Boolean(area.totals?.some((field) => fieldRights().mayRead(area, field))) && query.isSuccess,
    placeholderData: (before) => before,
  })

  const selection = useSelection(filter)
  const usual = useMemo(() => usualColumns(area, columns), [area, columns])
  const shown = useMemo(() => address.columns ?? storedColumns(area) ?? usual, [address.columns, area, usual])
  return {
    area,
    address,
    change,
    columns: shown,
    usual,
    records: result.data,
    total: result.total ?? 0,
    totals: totals.data ?? null,
    filter,
    isLoading: query.isLoading,
    isFetching: query.isFetching,
    error: query.error,
    refetch: () => {
      void query.refetch()
      void totals.refetch()
    },
    selection,
  }
}

/** Sums over all that match, per currency where the area has one. */
export interface Totals {
  count: number
  sums: ({ currency?: string } & Record<string, number | string>)[]
}

/** What is chosen: ids with the versions seen, or all that match. */
export interface Selection {
  rows: ReadonlyMap<number, AnyRecord>
  all: boolean
  set: (rows: readonly AnyRecord[]) => void
  setAll: (all: boolean) => void
  clear: () => void
}

export interface AreaListState {
  area: Area
  address: ListAddress
  change: (next: Partial<ListAddress>) => void
  /** Names of the columns on show. */
  columns: string[]
  /** Names of the columns that it starts with. */
  usual: string[]
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
export const usualColumns = (area: Area, given = area.columns): string[] => {
  const { mayRead } = fieldRights()
  const declared = given ?? [
    area.title,
    ...Object.keys(area.fields).filter(
      (name) => name !== area.title && !['rows', 'long_text'].includes(area.fields[name]?.kind ?? 'rows'),
    ),
  ]
  const names = declared.filter((name) => name in allFields(area) && mayRead(area, name))
  return given ? names : [...names.slice(0, 8), ...(area.lifecycle ? ['status'] : [])]
}

const storedColumns = (area: Area): string[] | null => {
  const stored = readPreference<string[]>(`columns:${area.name}`)?.filter(
    (name) => name in allFields(area) && fieldRights().mayRead(area, name),
  )
  return stored?.length ? stored : null
}

const useSelection = (filter: string): Selection => {
  const [state, setState] = useState<{ filter: string; rows: Map<number, AnyRecord>; all: boolean }>(() => ({
    filter,
    rows: new Map(),
    all: false,
  }))
  // A choice belongs to the list it was made in: with other filters it is gone.
  const current = state.filter === filter ? state : { filter, rows: new Map<number, AnyRecord>(), all: false }
  return {
    rows: current.rows,
    all: current.all,
    set: (rows) => setState({ filter, rows: new Map(rows.map((row) => [row.id, row])), all: false }),
    setAll: (all) => setState({ ...current, all }),
    clear: () => setState({ filter, rows: new Map(), all: false }),
  }
}

const isCondition = ([name]: [string, string]) => name !== '_sort' && name !== '_order'

const crudFilters = ({ q, filters }: ListAddress): CrudFilter[] => [
  ...(q ? [{ field: 'q', operator: 'contains' as const, value: q }] : []),
  ...filters.map(crudFilter),
]

const crudFilter = ({ field, op, values }: Filter): CrudFilter => ({
  field,
  operator: crudOperators[op],
  value: op === '_in' || op === '_nin' ? values : op === '_null' || op === '_nnull' ? true : values[0],
})

/** Our operators by Refine's names; the data provider turns them back. */
const crudOperators: Record<Operator, Exclude<CrudOperators, 'or' | 'and'>> = {
  '': 'eq',
  _ne: 'ne',
  _gt: 'gt',
  _gte: 'gte',
  _lt: 'lt',
  _lte: 'lte',
  _like: 'contains',
  _startswith: 'startswith',
  _in: 'in',
  _nin: 'nin',
  _null: 'null',
  _nnull: 'nnull',
}
