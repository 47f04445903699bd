import { useQuery } from '@tanstack/react-query'
import { areaOf } from '#web/kit/page/area-of.ts'
import { useRecord } from '#web/kit/record/use-record.ts'
import { useCan } from '#web/providers/can-access.tsx'
import { dataProvider } from '#web/providers/data.ts'
import { purchaseOrders } from '../area'
import type { OrderFacts, SeasonWindow } from '../rules'
import { isSupplierSide } from './facts'

type Season = SeasonWindow & { id: number }

interface Referring {
  supplier_id?: number | null
  season_id?: number | null
  lines?: readonly { season_id?: number | null }[]
}

/** Facts about the order's references, for warnings before it is submitted; empty until loaded, and for suppliers. */
export const useOrderFacts = ({ supplier_id, season_id, lines = [] }: Referring, isWanted: boolean): OrderFacts => {
  const suppliers = areaOf(purchaseOrders, 'supplier_id')
  const seasons = areaOf(purchaseOrders, 'season_id')
  const [maySuppliers, maySeasons] = [useCan(suppliers.name, 'read'), useCan(seasons.name, 'read')]
  const isEnabled = isWanted && !isSupplierSide() && maySuppliers && maySeasons
  const ids = [...new Set([season_id, ...lines.map((line) => line.season_id)])].filter((id) => typeof id === 'number')
  const { record: supplier } = useRecord(suppliers, (isEnabled && supplier_id) || undefined)
  const { data } = useQuery({
    queryKey: [seasons.name, 'windows', ids],
    queryFn: ({ signal }) => dataProvider.getMany?.<Season>({ resource: seasons.name, ids, meta: { signal } }),
    enabled: isEnabled && ids.length > 0,
    staleTime: 60_000,
  })
  return {
    standing: supplier && supplier.id === supplier_id ? (supplier.standing as string | null) : null,
    seasons: new Map(data?.data.map((season) => [season.id, season])),
  }
}
