import { useQuery } from '@tanstack/react-query'
import type { LabelSheet } from '#shared/trade/label-sheet.ts'
import { language } from '#web/i18n.ts'
import type { Missing } from '#web/kit/sheet/missing-list.tsx'
import { api, type HttpError } from '#web/providers/http.ts'

/** The labels of an order line in a market, in the layout of the server. */
export interface LineLabels {
  market: string
  markets: { id: number; code: string; name_en: string; name_zh: string | null }[]
  purchase_order_id: number
  seam_mm: number
  sizes: string[]
  missing: Missing[]
  sheets: LabelSheet[]
}

/** The labels of a line; without a market, those of the country to which its order is shipped. */
export const useLabels = (line: number, market: string | null) =>
  useQuery<LineLabels, HttpError>({
    queryKey: ['po-lines', 'label', line, market, language()],
    queryFn: ({ signal }) =>
      api<LineLabels>('GET', `po-lines/${line}/label`, { params: market ? { market } : {}, signal }),
    placeholderData: (before) => before,
    retry: false,
  })
