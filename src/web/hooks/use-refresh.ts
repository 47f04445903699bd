import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/** Refetches everything on the page after a write: a move of one record can change others, totals and histories. */
export const useRefresh = () => {
  const client = useQueryClient()
  return useCallback(
    () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'standard' }),
    [client],
  )
}
