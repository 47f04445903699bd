import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import type { AnyRecord } from '#shared/kit/area.ts'
import { loadAllAreas } from '#web/i18n.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { FailedState } from '#web/kit/page/states.tsx'
import { NotFoundPage } from '#web/pages/not-found.tsx'
import { api } from '#web/providers/http.ts'
import { qaActivities as area } from '../area'

/** Loads the texts of the signed-in part before the page is first shown. */
export const ready = loadAllAreas

/** Redirects an address with the handle or id of a label to the list of its activities. */
export function Page() {
  const { labelHandle = '', labelId } = useParams()
  const labels = areaOf(area, 'label_id').name
  const { data, error, refetch } = useQuery({
    queryKey: [area.name, 'label', labelHandle, labelId],
    queryFn: ({ signal }) =>
      api<AnyRecord[]>('GET', labels, {
        params: { ...(labelId ? { id: labelId } : { handle: labelHandle }), _end: '1' },
        signal,
      }),
    retry: false,
  })
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />
  if (!data) return null
  const [label] = data
  if (!label) return <NotFoundPage />
  return <Navigate replace to={`${area.path}?label_id=${label.id}`} />
}
