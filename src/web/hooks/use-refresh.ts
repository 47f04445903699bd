import { hashKey, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/**
 * Refetches everything on the page after a write: a move of one record can change others, totals and histories. `known`
 * is what the write has answered itself.
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
