import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { useIsLeft } from './use-is-left'

/** `useSearchParams`, except that the setter does nothing once the person has navigated to another page. */
export const usePageSearch = (): ReturnType<typeof useSearchParams> => {
  const [search, setSearch] = useSearchParams()
  const isLeft = useIsLeft()
  const set = useCallback<typeof setSearch>(
    (next, options) => {
      if (!isLeft()) setSearch(next, options)
    },
    [isLeft, setSearch],
  )
  return [search, set]
}
