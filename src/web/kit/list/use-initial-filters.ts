import { useEffect, useState } from 'react'
import type { Area } from '#shared/kit/area.ts'
import type { Filter } from '#shared/kit/filter.ts'
import { listParams } from '#shared/kit/list-query.ts'
import { listName } from '#shared/kit/worklist.ts'
import { usePageSearch } from '#web/hooks/use-page-search.ts'
import { readList } from './preferences'

/**
 * Opens a list with initial filters, unless a saved view or its address sets others. Returns whether it can be
 * rendered.
 */
export const useInitialFilters = (area: Area, filters: readonly Filter[]): boolean => {
  const [search, setSearch] = usePageSearch()
  const isEmpty = search.size === 0
  const name = listName(area)
  const starts = new URLSearchParams(listParams({ filters: [...filters] })).toString()
  const [isNew, setNew] = useState(starts !== '' && isEmpty && !readList(name).opens)
  useEffect(() => keep(name, starts), [name, starts])
  useEffect(() => {
    if (isNew && isEmpty) setSearch(starts, { replace: true })
    else setNew(false)
  }, [isNew, isEmpty, setSearch, starts])
  return !(isNew && isEmpty)
}

const keep = (area: string, starts: string) =>
  void import('./preferences-account').then(({ saveDefaultView: keepStart }) => keepStart(area, starts))
