import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Area } from '../../shared/area'
import { type Filter, listParams } from '../../shared/list-query'
import { listName } from '../../shared/worklist'
import { readList } from './preferences'

/**
 * Starts a list with conditions, unless a saved view opens it or its address asks for anything already. Answers whether
 * it may be drawn.
 */
export const useStart = (area: Area, filters: readonly Filter[]): boolean => {
  const [search, setSearch] = useSearchParams()
  const isEmpty = search.size === 0
  const [isNew, setNew] = useState(filters.length > 0 && isEmpty && !readList(listName(area)).opens)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it starts with is asked once
  useEffect(() => {
    if (isNew && isEmpty) setSearch(listParams({ filters: [...filters] }), { replace: true })
    else setNew(false)
  }, [isNew, isEmpty, setSearch])
  return !(isNew && isEmpty)
}
