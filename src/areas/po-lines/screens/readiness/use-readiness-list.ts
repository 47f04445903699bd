import { useCallback, useEffect, useMemo } from 'react'
import { type Filter, fieldIs } from '#shared/kit/filter.ts'
import { isOfficeRole } from '#shared/kit/roles.ts'
import { listName, listSort } from '#shared/kit/worklist.ts'
import { readinessKinds, readyStates, type Side, turnFields } from '#shared/trade/readiness.ts'
import { usePageSearch } from '#web/hooks/use-page-search.ts'
import { filterParams, type ListAddress, writeAddress } from '#web/kit/list/list-address.ts'
import { readListPreferences } from '#web/kit/list/preferences.ts'
import type { Preset } from '#web/kit/list/presets.ts'
import { type AreaListState, addressIn, type Selection } from '#web/kit/list/use-area-list.ts'
import { worklistNamed } from '#web/kit/page/area-of.ts'
import { session } from '#web/providers/session.ts'
import { screenText } from '../texts'
import type { Params } from './data'

/** The side for which the user acts. */
export const ownSide = (): Side => (isOfficeRole(session()?.role ?? 'user') ? 'office' : 'supplier')
export const otherSide = (side: Side): Side => (side === 'office' ? 'supplier' : 'office')

export const openLines: Filter = fieldIs('line_status', 'open')
export const waitsFor = (side: Side): Filter => fieldIs(turnFields[side], ...readinessKinds)

/** Presets for lines that wait for the user, for the other side, and for neither. */
export const readinessPresets = (): Preset[] => {
  const own = ownSide()
  return [
    { name: 'own', label: screenText('readiness.presets.own'), filters: [openLines, waitsFor(own)] },
    {
      name: 'other',
      label: screenText(`readiness.presets.${otherSide(own)}`),
      filters: [openLines, waitsFor(otherSide(own))],
    },
    {
      name: 'ready',
      label: screenText('readiness.presets.ready'),
      filters: [openLines, fieldIs('readiness', ...readyStates)],
    },
    { name: 'open', label: screenText('readiness.presets.open'), filters: [openLines] },
  ]
}

/** The conditions in the address as a list state, so that the components of lists can filter, sort and search. */
export const useReadinessList = () => {
  const area = listed()
  const [search, setSearch] = usePageSearch()
  const { opens } = readListPreferences(listName(area))
  const text = search.toString() || opens || ''
  useEffect(() => {
    if (search.size === 0 && opens) setSearch(opens, { replace: true })
  }, [search, opens, setSearch])
  const address = useMemo(() => addressOf(new URLSearchParams(text)), [text])
  const change = useCallback(
    (next: Partial<ListAddress>) =>
      setSearch((now) => writeAddress({ ...addressOf(now), ...('page' in next ? {} : { page: 1 }), ...next }, size), {
        replace: 'q' in next,
      }),
    [setSearch],
  )
  const { conditions, params } = useMemo(() => requestOf(address), [address])
  const stateOf = (
    shown: Pick<AreaListState, 'total' | 'isLoading' | 'isFetching' | 'error' | 'refetch' | 'records'>,
  ): AreaListState => ({
    area,
    hasColumns: false,
    address,
    change,
    rowsFrom: (address.page - 1) * address.size,
    columns: [],
    initialColumns: [],
    density: 'standard',
    totals: null,
    filter: new URLSearchParams(filterParams(address)).toString(),
    selection: noSelection,
    ...shown,
  })
  return { address, change, conditions, params, stateOf }
}

const requestOf = ({ q, filters, sort: chosen }: ListAddress): { conditions: Params; params: Params } => {
  const sort = chosen.length > 0 ? chosen : listSort(listed())
  const conditions = filterParams({ q, filters })
  return {
    conditions,
    params: [
      ...conditions,
      ['_sort', sort.map(({ field }) => field).join()],
      ['_order', sort.map(({ desc }) => (desc ? 'desc' : 'asc')).join()],
    ],
  }
}

/** Without conditions in the address, the page shows lines that wait for the user. */
const addressOf = (search: URLSearchParams): ListAddress => {
  const address = addressIn(listed(), search, size)
  // `_view=0` means that no view is chosen, which is not a condition.
  const isBlank = [...search].every(([name, value]) => name === '_view' && value === '0')
  return isBlank ? { ...address, filters: [openLines, waitsFor(ownSide())] } : address
}
const size = 50

/** The worklist of this page, with saved views of its own. */
const listed = () => worklistNamed('readiness')

/** The matrix selects cells instead of lines. */
const noSelection: Selection = { rows: new Map(), all: false, set: () => {}, setAll: () => {}, clear: () => {} }
