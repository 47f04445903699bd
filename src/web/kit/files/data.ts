import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Area } from '#shared/kit/area.ts'
import type { Attachment } from '#shared/kit/wire/attachment.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { api } from '#web/providers/http.ts'

/** One file with the versions before it. */
export interface Series {
  latest: Attachment
  earlier: Attachment[]
}

/** The files of a record. */
export const useAttachments = (area: Area, id: number) =>
  useQuery({
    queryKey: keyOf(area, id),
    queryFn: ({ signal }) =>
      api<Attachment[]>('GET', 'files', { params: { area: area.name, record: String(id) }, signal }),
    refetchInterval: ({ state }) => pauseFor(state.data),
  })

/**
 * Caches the answer of a write as the record's files, and refreshes what else the page shows: the history lists the
 * change, files that a move needs make it possible, and order lines may have what they need.
 */
export const useAttachmentsAnswer = (area: Area, id: number) => {
  const client = useQueryClient()
  const refresh = useRefresh()
  return useCallback(
    (answer: Attachment[]) => {
      client.setQueryData(keyOf(area, id), answer)
      void refresh(keyOf(area, id))
    },
    [client, refresh, area, id],
  )
}

const keyOf = (area: Area, id: number) => [area.name, 'files', id]

/** Files with their versions, as the list has them: latest first. */
export const inSeries = (files: readonly Attachment[]): Series[] => {
  const seriesById = new Map<number, Series>()
  for (const file of files) {
    const known = seriesById.get(file.series)
    if (known) known.earlier.push(file)
    else seriesById.set(file.series, { latest: file, earlier: [] })
  }
  return [...seriesById.values()]
}

/** Whether the viewer can show it. */
export const isShown = (file: Attachment) =>
  file.scan === 'clean' && (isPdf(file) || isRaster(file) || file.preview !== null)

/** Whether browsers draw it as it is. */
export const isRaster = ({ type }: Pick<Attachment, 'type'>) => type.startsWith('image/') && type !== 'image/svg+xml'

/** Whether it has pages. */
export const isPdf = ({ type }: Pick<Attachment, 'type'>) => type === 'application/pdf'

/** Milliseconds until the list is worth asking again: soon while a new file is checked or its picture is drawn. */
const pauseFor = (files: readonly Attachment[] | undefined) => {
  const isComing = files?.some((file) => {
    const age = Date.now() - new Date(file.created_at).getTime()
    return file.scan === 'waiting'
      ? age < 600_000
      : file.scan === 'clean' && age < 120_000 && isDrawn(file) && !file.thumb
  })
  // Addresses expire, so an open page fetches new ones.
  return isComing ? 2500 : 10 * 60_000
}

/** Whether the portal makes pictures of it. */
const isDrawn = (file: Attachment) => isPdf(file) || file.type.startsWith('image/') || /illustrator/.test(file.type)

/** The latest files that show what a record looks like, the print-ready one first. */
export const usePicturedFiles = (area: Area, id: number): { pictures: Attachment[]; isLoading: boolean } => {
  const { data = [], isLoading } = useAttachments(area, id)
  const latest = data.filter(
    (file) => !data.some((other) => other.series === file.series && other.version_no > file.version_no),
  )
  const rank = ({ kind }: Attachment) => (kind === 'print_file' ? 0 : kind === 'artwork' ? 1 : 2)
  return { pictures: latest.filter(isPictured).sort((a, b) => rank(a) - rank(b)), isLoading }
}

/** Whether a browser can show it: by its picture, or because it is one. */
const isPictured = (file: Attachment) => file.preview !== null || (file.scan === 'clean' && isRaster(file))
