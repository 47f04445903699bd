import { useQuery } from '@tanstack/react-query'
import type { AnyRecord } from '#shared/kit/area.ts'
import type { Mention } from '#web/fields/titles.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { api } from '#web/providers/http.ts'
import { poLines } from '../area'

/** The values of an order that its lines show. */
export interface OrderOfLine {
  id: number
  supplier: Mention | null
}

/** The orders of these lines by id, in one request. */
export const useOrders = (lines: readonly AnyRecord[]): ReadonlyMap<number, OrderOfLine> => {
  const orderIds = [...new Set(lines.map(orderIdOf))].sort((a, b) => a - b)
  const { data } = useQuery({
    queryKey: [areaOf(poLines, 'purchase_order_id').name, 'of-lines', orderIds],
    queryFn: async ({ signal }) => {
      const orders = await api<OrderOfLine[]>('GET', areaOf(poLines, 'purchase_order_id').name, {
        params: [...orderIds.map((id): [string, string] => ['id', String(id)]), ['_start', '0'], ['_end', '100']],
        signal,
      })
      return new Map(orders.map((order) => [order.id, order]))
    },
    enabled: orderIds.length > 0,
  })
  return data ?? noOrders
}

export const orderIdOf = (line: AnyRecord) => Number(line.purchase_order_id)

const noOrders: ReadonlyMap<number, OrderOfLine> = new Map()
