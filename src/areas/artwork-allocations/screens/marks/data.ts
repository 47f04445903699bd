import { useQuery } from '@tanstack/react-query'
import type { CartonGroup } from '#shared/trade/carton-mark.ts'
import type { PrintSheet } from '#shared/trade/print-sheet.ts'
import { language } from '#web/i18n.ts'
import type { Missing } from '#web/kit/sheet/missing-list.tsx'
import { api, type HttpError } from '#web/providers/http.ts'

/** The cartons of a line, and the mark of one of them in the layout of the server. */
export interface LineCartons {
  purchase_order_id: number
  cartons: number
  groups: CartonGroup[]
  missing: Missing[]
  sheets: PrintSheet[]
}

/** The price tickets of a line in a market. */
export interface LineTickets {
  purchase_order_id: number
  market: string | null
  markets: string[]
  sizes: string[]
  missing: Missing[]
  sheets: PrintSheet[]
}

export const useCartons = (line: number, carton: number) =>
  useMarks<LineCartons>(`po-lines/${line}/carton-marks`, { carton: String(carton) })

export const useTickets = (line: number, market: string | null) =>
  useMarks<LineTickets>(`po-lines/${line}/price-tickets`, market ? { market } : {})

const useMarks = <A>(path: string, params: Record<string, string>) =>
  useQuery<A, HttpError>({
    queryKey: ['po-lines', 'marks', path, params, language()],
    queryFn: ({ signal }) => api<A>('GET', path, { params, signal }),
    placeholderData: (before) => before,
    retry: false,
  })
