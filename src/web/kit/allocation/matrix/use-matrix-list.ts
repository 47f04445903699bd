import { useCallback, useMemo } from 'react'
import { register } from '#register'
import type { Area } from '#shared/kit/area.ts'
import { type Filter, fieldIs, type Sort } from '#shared/kit/filter.ts'
import type { AllocationPlan } from '#shared/trade/allocation.ts'
import { usePageSearch } from '#web/hooks/use-page-search.ts'
import { filterParams, type ListAddress, writeAddress } from '#web/kit/list/list-address.ts'
import type { Selection } from '#web/kit/list/use-area-list.ts'
import { type AreaListState, addressIn } from '#web/kit/list/use-area-list.ts'
import { useMatrix } from './data'

/** The lines of a matrix as a list state, for the components of lists that filter, sort and page. */
export const useMatrixList = (area: Area, plan: AllocationPlan) => {
  const lines = register.get(plan.lines)
  const [search, setSearch] = usePageSearch()
  const text = search.toString()
  const address = useMemo(() => matrixAddress(lines, new URLSearchParams(text)), [lines, text])
  const change = useCallback(
    (next: Partial<ListAddress>) =>
      setSearch(
        (current) =>
          writeAddress({ ...matrixAddress(lines, current), ...('page' in next ? {} : { page: 1 }), ...next }, pageSize),
        { replace: 'q' in next },
      ),
    [lines, setSearch],
  )
  const sort = address.sort.length > 0 ? address.sort : nextToLeave
  const { data, error, isLoading, isPlaceholderData, refetch } = useMatrix(area, [
    ...filterParams({ q: address.q, filters: address.filters }),
    ['_sort', sort.map(({ field }) => field).join()],
    ['_order', sort.map(({ desc }) => (desc ? 'desc' : 'asc')).join()],
    ['_start', String((address.page - 1) * address.size)],
    ['_end', String(address.page * address.size)],
  ])
  const rows = data?.rows ?? []
  const list: AreaListState = {
    area: lines,
    hasColumns: false,
    address,
    change,
    rowsFrom: (address.page - 1) * address.size,
    columns: [],
    initialColumns: [],
    density: 'standard',
    records: rows.map(({ line }) => line) as unknown as AreaListState['records'],
    total: data?.total ?? 0,
    totals: null,
    filter: new URLSearchParams(filterParams(address)).toString(),
    isLoading,
    isFetching: isPlaceholderData,
    error,
    refetch: () => void refetch(),
    selection: noSelection,
  }
  return {
    list,
    rows,
    types: data?.types ?? [],
    isByOrder: sort === nextToLeave || sort[0]?.field === 'purchase_order_id',
  }
}

/** The list state of an address; by default it is filtered by open lines. */
const matrixAddress = (lines: Area, search: URLSearchParams): ListAddress =>
  search.size === 0
    ? { ...addressIn(lines, search, pageSize), filters: [openLines] }
    : addressIn(lines, search, pageSize)

export const openLines: Filter = fieldIs('line_status', 'open')
const pageSize = 50

/** The default order: by ex-factory date, then by order. */
const nextToLeave: readonly Sort[] = [
  { field: 'ex_factory_date', desc: false },
  { field: 'purchase_order_id', desc: false },
  { field: 'line_no', desc: false },
]

/** Cells of the matrix are selected, not lines. */
const noSelection: Selection = { rows: new Map(), all: false, set: () => {}, setAll: () => {}, clear: () => {} }
