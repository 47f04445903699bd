import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/** Fetches again whatever is on show, after a write: a move on one record can change others, sums and histories. */
export const useRefresh = () => {
  const client = useQueryClient()
  return useCallback(
    () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'standard' }),
    [client],
  )
}
