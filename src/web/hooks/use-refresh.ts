import { hashKey, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/**
 * Returns a function that refetches all queries of the page after a write, because a move of one record can change
 * others, totals and histories. `known` is the query that the write has already answered.
 */
export const useRefresh = () => {
  const client = useQueryClient()
  return useCallback(
    (known?: QueryKey) =>
      client.invalidateQueries({
        predicate: ({ queryKey, queryHash }) => queryKey[0] !== 'standard' && !(known && queryHash === hashKey(known)),
      }),
    [client],
  )
}
