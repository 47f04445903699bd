import { useQuery } from '@tanstack/react-query'
import type { AnyRecord } from '#shared/kit/area.ts'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { api } from '#web/providers/http.ts'
import { artworks } from '../area'

/** All versions of a code, the youngest first. */
export const useVersions = ({ artwork_code, updated_at }: AnyRecord): AnyRecord[] => {
  const { data = [] } = useQuery({
    queryKey: [artworks.name, 'versions', artwork_code, updated_at],
    queryFn: ({ signal }) =>
      api<AnyRecord[]>('GET', artworks.name, {
        params: { artwork_code: String(artwork_code), _sort: 'version_no', _order: 'desc', _start: '0', _end: '100' },
        signal,
      }),
    placeholderData: (before) => before,
  })
  return data
}

/** The version that was made of this one. */
export const openVersion = async ({ id }: AnyRecord): Promise<number | undefined> => {
  const [successor] = await api<AnyRecord[]>('GET', artworks.name, { params: { predecessor_id: String(id) } })
  return successor?.id
}

/** A review with what the person may do with it. */
export const useReview = ({ id, version }: AnyRecord) =>
  useQuery({
    queryKey: ['artwork-reviews', 'detail', id, version],
    queryFn: ({ signal }) => api<OpenRecord>('GET', `artwork-reviews/${id}`, { signal }),
  }).data
