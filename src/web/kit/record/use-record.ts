import { type HttpError, useOne } from '@refinedev/core'
import type { Area } from '#shared/kit/area.ts'
import type { OpenRecord } from './record-actions'

/** One record with its rows, its moves and its editable fields. Without an id nothing is requested. */
export const useRecord = (area: Area, id: string | number | undefined) => {
  const { query } = useOne<OpenRecord, HttpError>({
    resource: area.name,
    id,
    errorNotification: false,
    queryOptions: { enabled: id !== undefined },
  })
  return {
    record: query.data?.data,
    error: query.error,
    isLoading: query.isLoading,
    refetch: () => void query.refetch(),
  }
}
