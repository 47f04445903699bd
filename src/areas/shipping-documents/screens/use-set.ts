import { type HttpError, useList } from '@refinedev/core'
import type { AnyRecord } from '#shared/kit/area.ts'
import { documentTypes } from '#shared/trade/document-types.ts'
import { shippingDocuments as area } from '../area'

/** The documents of a booking, ordered by type. */
export const useSet = (booking: number) => {
  const { result, query } = useList<AnyRecord, HttpError>({
    resource: area.name,
    pagination: { currentPage: 1, pageSize: 100, mode: 'server' },
    filters: [{ field: 'booking_id', operator: 'eq', value: booking }],
    sorters: [{ field: 'id', order: 'asc' }],
    errorNotification: false,
    queryOptions: { enabled: booking > 0 },
  })
  const rank = ({ doc_type }: AnyRecord) => (documentTypes as readonly unknown[]).indexOf(doc_type)
  return {
    documents: result.data.toSorted((a, b) => rank(a) - rank(b)),
    error: query.error,
    isLoading: query.isLoading,
    refetch: () => void query.refetch(),
  }
}
