import { useQuery } from '@tanstack/react-query'
import type { AnyRecord } from '#shared/kit/area.ts'
import type { BulkResult } from '#shared/kit/wire/bulk.ts'
import type { CompositionRow } from '#shared/trade/composition.ts'
import { compositionRowsOf, type StoredCompositionRow } from '#shared/trade/composition-rows.ts'
import { api, type HttpError } from '#web/providers/http.ts'
import { fibreAllocations } from '../../area'

/** The groups of compositions on the page, by state. */
export const groups = {
  to_declare: ['allocated', 'acknowledged', 'rejected', 'outdated'],
  to_verify: ['submitted'],
  verified: ['approved'],
} as const
export type Group = keyof typeof groups

export interface ByPart {
  documents: AnyRecord[]
  sources: { id: number; article: CompositionRow[]; earlier: CompositionRow[] }[]
}

/** Compositions of a group, optionally of one order: the first hundred, in the order of their lines. */
export const useByPart = (group: Group, order: string | null) =>
  useQuery<ByPart, HttpError>({
    queryKey: [fibreAllocations.name, 'by-part', group, order],
    queryFn: async ({ signal }) => {
      const list = await api<AnyRecord[]>('GET', fibreAllocations.name, {
        params: {
          status_in: groups[group].join(','),
          is_line_open: 'true',
          ...(order ? { purchase_order_id: order } : {}),
          _start: '0',
          _end: String(maxCompositions),
          _sort: 'due_date,allocation_title',
          _order: 'asc,asc',
        },
        signal,
      })
      if (list.length === 0) return { documents: [], sources: [] }
      const ids = list.map(({ id }) => id).join(',')
      return api<ByPart>('GET', `${fibreAllocations.name}/by-part`, { params: { ids }, signal })
    },
    placeholderData: (before) => before,
  })

/** The maximum number of compositions in one request. */
export const maxCompositions = 100

/** Declares rows for each of the compositions, one after the other; returns a result for each. */
export const declareRows = async (
  documents: readonly AnyRecord[],
  rowsFor: (document: AnyRecord) => readonly CompositionRow[],
): Promise<BulkResult[]> => {
  const results: BulkResult[] = []
  for (const document of documents) {
    const declared = withIds(rowsFor(document), compositionRowsOf(document, 'declared'))
    try {
      await api('PATCH', `${fibreAllocations.name}/${document.id}`, { body: { version: document.version, declared } })
      results.push({ id: document.id, ok: true, status: 200 })
    } catch (error) {
      const { statusCode, message, code, errors } = error as HttpError & {
        code?: string
        errors?: BulkResult['errors']
      }
      results.push({ id: document.id, ok: false, status: statusCode, message, code, errors })
    }
  }
  return results
}

/** Rows with the same fibre and part keep their ids, so that the history shows what changed. */
const withIds = (rows: readonly CompositionRow[], before: readonly StoredCompositionRow[]) =>
  rows.map(({ component, fibre_id, pct, recycled, organic }) => {
    const row = { component, fibre_id, pct, recycled: recycled ?? false, organic: organic ?? false }
    const same = before.find((other) => keyOf(other) === keyOf(row))
    return same?.id === undefined ? row : { id: same.id, ...row }
  })

const keyOf = ({ component, fibre_id, recycled, organic }: CompositionRow) =>
  [component, fibre_id, recycled === true, organic === true].join(' ')
