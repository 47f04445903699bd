import { useQuery } from '@tanstack/react-query'
import type { AnyRecord } from '#shared/kit/area.ts'
import type { Attachment } from '#shared/kit/wire/attachment.ts'
import { useAttachments } from '#web/kit/files/data.ts'
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

/** The latest files that show what the artwork looks like, the print-ready one first. */
export const usePictures = (id: number): { pictures: Attachment[]; isLoading: boolean } => {
  const { data = [], isLoading } = useAttachments(artworks, id)
  const latest = data.filter(
    (file) => !data.some((other) => other.series === file.series && other.version_no > file.version_no),
  )
  const rank = ({ kind }: Attachment) => (kind === 'print_file' ? 0 : kind === 'artwork' ? 1 : 2)
  return { pictures: latest.filter(isPictured).sort((a, b) => rank(a) - rank(b)), isLoading }
}

/** Whether a browser can show it: by its picture, or because it is one. */
const isPictured = ({ preview, type, scan }: Attachment) =>
  preview !== null || (scan === 'clean' && ['image/png', 'image/jpeg', 'image/webp'].includes(type))

/** A review with what the person may do with it. */
export const useReview = ({ id, version }: AnyRecord) =>
  useQuery({
    queryKey: ['artwork-reviews', 'detail', id, version],
    queryFn: ({ signal }) => api<OpenRecord>('GET', `artwork-reviews/${id}`, { signal }),
  }).data
