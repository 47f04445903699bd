import { useQuery } from '@tanstack/react-query'
import { register } from '#register'
import { addDays } from '#shared/base/dates.ts'
import { format, language, t } from '#web/i18n.ts'
import { api } from '#web/providers/http.ts'

/** The orders that ship on a day, or in the week or month that begins on it. */
export interface ShipPoint {
  ship_date: string
  stock_ordered_units: number
  total_po_count: number
}

export interface SupplierName {
  id: number
  supplier_name: string
}

/** The periods that a point can stand for. */
export const grains = ['day', 'week', 'month'] as const
export type Grain = (typeof grains)[number]

/**
 * The points of one supplier, or without one of all orders that the person reads. Does not load while `supplier` is
 * null.
 */
export const useShipPoints = (grain: Grain, supplier?: number | null) =>
  useQuery({
    queryKey: ['dashboard', 'graph', grain, supplier ?? 'all'],
    queryFn: ({ signal }) => {
      const params = {
        ...(grain === 'day' ? {} : { by: grain }),
        ...(supplier ? { supplier_id: String(supplier) } : {}),
      }
      return api<{ info: ShipPoint[] }>('GET', 'dashboard/graph', { params, signal }).then(({ info }) => info)
    },
    enabled: supplier !== null,
    staleTime: 0,
    // Never show the figures of the previous supplier under this name.
    placeholderData: undefined,
  })

/** The suppliers that the person can choose from. */
export const useSuppliers = (enabled: boolean) =>
  useQuery({
    queryKey: ['dashboard', 'suppliers'],
    queryFn: ({ signal }) =>
      api<{ supplier: SupplierName[] }>('GET', 'supplier/get-supplier', { signal }).then(({ supplier }) => supplier),
    enabled,
  })

/** The supplier that is shown first by the specification; the first one if there is none with that number. */
export const firstShown = (suppliers: readonly SupplierName[]): number | null =>
  (suppliers.find(({ id }) => id === 60) ?? suppliers[0])?.id ?? null

/** The address of the list of the orders of a point. */
export const ordersOf = ({ ship_date }: ShipPoint, grain: Grain, supplier?: number | null): string => {
  const last = lastDay(ship_date, grain)
  const params = new URLSearchParams(
    last === ship_date ? { ship_date } : { ship_date_gte: ship_date, ship_date_lte: last },
  )
  if (supplier) params.set('supplier_id', String(supplier))
  return `${register.get('purchase-orders').path}?${params}`
}

const lastDay = (first: string, grain: Grain): string => {
  if (grain === 'day') return first
  if (grain === 'week') return addDays(first, 6)
  const dayOfNextMonth = addDays(first, 31)
  return addDays(dayOfNextMonth, -Number(dayOfNextMonth.slice(8)))
}

/** Adds empty weeks and months, because the axis is a time scale. */
export const withoutGaps = (points: readonly ShipPoint[], grain: Grain): ShipPoint[] => {
  if (grain === 'day') return [...points]
  return points.flatMap((point, index) => {
    const filled = [point]
    const next = points[index + 1]?.ship_date ?? ''
    for (let date = nextPeriod(point.ship_date, grain); date < next; date = nextPeriod(date, grain))
      filled.push({ ship_date: date, stock_ordered_units: 0, total_po_count: 0 })
    return filled
  })
}

/** The first day of the period after the one that begins on `first`. */
const nextPeriod = (first: string, grain: Grain) => addDays(lastDay(first, grain), 1)

/** The name of a point's day, week or month. */
export const pointName = (ship_date: string, grain: Grain): string => {
  if (grain === 'month') return monthName(ship_date)
  const day = format.date(ship_date)
  return grain === 'week' ? t('site.dashboard.week_of', { day }) : day
}

/** The short name for the axis. */
export const tickName = (ship_date: string, grain: Grain): string =>
  grain === 'month' ? monthName(ship_date) : shortDay(ship_date)

// Month names as in all dates: the browser's English ones include Sept.
const monthName = (date: string) =>
  language() === 'zh' ? months.format(noon(date)) : format.date(date).replace(/^\d+ /, '')
const shortDay = (date: string) =>
  language() === 'zh' ? days.format(noon(date)) : format.date(date).replace(/\d\d(?=\d\d$)/, '')
const noon = (date: string) => new Date(`${date}T12:00:00Z`)
const formatter = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('zh-CN', { timeZone: 'UTC', ...options })
const months = formatter({ month: 'long', year: 'numeric' })
const days = formatter({ day: 'numeric', month: 'numeric', year: '2-digit' })
