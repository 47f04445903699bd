import { useQuery } from '@tanstack/react-query'
import type { AnyRecord } from '#shared/kit/area.ts'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { api } from '#web/providers/http.ts'

/** A review with its moves for the user. */
export const useReview = ({ id, version }: AnyRecord) =>
  useQuery({
    queryKey: ['artwork-reviews', 'detail', id, version],
    queryFn: ({ signal }) => api<OpenRecord>('GET', `artwork-reviews/${id}`, { signal }),
  }).data
