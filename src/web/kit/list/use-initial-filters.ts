import { useEffect, useState } from 'react'
import type { Area } from '#shared/kit/area.ts'
import type { Filter } from '#shared/kit/filter.ts'
import { listParams } from '#shared/kit/list-query.ts'
import { listName } from '#shared/kit/worklist.ts'
import { usePageSearch } from '#web/hooks/use-page-search.ts'
import { readListPreferences } from './preferences'

/**
 * Opens a list with initial filters unless its address or a saved view sets others. Returns false until the address has
 * them, as the list would request unfiltered records.
 */
export const useInitialFilters = (area: Area, filters: readonly Filter[]): boolean => {
  const [search, setSearch] = usePageSearch()
  const isEmpty = search.size === 0
  const name = listName(area)
  const initialSearch = new URLSearchParams(listParams({ filters: [...filters] })).toString()
  const [isNew, setNew] = useState(initialSearch !== '' && isEmpty && !readListPreferences(name).opens)
  useEffect(() => storeInitialFilters(name, initialSearch), [name, initialSearch])
  useEffect(() => {
    if (isNew && isEmpty) setSearch(initialSearch, { replace: true })
    else setNew(false)
  }, [isNew, isEmpty, setSearch, initialSearch])
  return !(isNew && isEmpty)
}

const storeInitialFilters = (area: string, search: string) =>
  void import('./preferences-account').then(({ saveDefaultView: keepStart }) => keepStart(area, search))
