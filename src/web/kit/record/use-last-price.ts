import { useQuery } from '@tanstack/react-query'
import type { Area } from '#shared/kit/area.ts'
import type { LastPrice } from '#shared/trade/last-price.ts'
import { fetchById } from '#web/kit/page/by-ids.ts'

/**
 * The last price of a record; null while loading, if it was never ordered, and without the right to see prices (`may`).
 */
export const useLastPrice = (area: Area, id: number | null, may: boolean): LastPrice | null => {
  const { data } = useQuery({
    queryKey: [area.name, 'last-prices', id],
    queryFn: () => (id === null ? null : fetchById<LastPrice>(`${area.name}/last-prices`, id)),
    enabled: id !== null && may,
    staleTime: 60_000,
    retry: 1,
  })
  return data ?? null
}
