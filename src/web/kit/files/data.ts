import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Area } from '#shared/kit/area.ts'
import type { Attachment } from '#shared/kit/wire/attachment.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { api } from '#web/providers/http.ts'

/** A file with its earlier versions. */
export interface Series {
  latest: Attachment
  earlier: Attachment[]
}

/** Loads the files of a record, and refetches them while files are being checked. */
export const useAttachments = (area: Area, id: number) =>
  useQuery({
    queryKey: keyOf(area, id),
    queryFn: ({ signal }) =>
      api<Attachment[]>('GET', 'files', { params: { area: area.name, record: String(id) }, signal }),
    refetchInterval: ({ state }) => refetchDelay(state.data),
  })

/**
 * Returns a function that caches the response of a write as the record's files and refetches the rest of the page: its
 * history, moves that require files, and the readiness of order lines.
 */
export const useAttachmentsAnswer = (area: Area, id: number) => {
  const client = useQueryClient()
  const refresh = useRefresh()
  return useCallback(
    (files: Attachment[]) => {
      client.setQueryData(keyOf(area, id), files)
      void refresh(keyOf(area, id))
    },
    [client, refresh, area, id],
  )
}

const keyOf = (area: Area, id: number) => [area.name, 'files', id]

/** Groups files, sorted with the latest first, to series of versions. */
export const inSeries = (files: readonly Attachment[]): Series[] => {
  const seriesById = new Map<number, Series>()
  for (const file of files) {
    const series = seriesById.get(file.series)
    if (series) series.earlier.push(file)
    else seriesById.set(file.series, { latest: file, earlier: [] })
  }
  return [...seriesById.values()]
}

/** Whether the viewer can show the file. */
export const isShown = (file: Attachment) =>
  file.scan === 'clean' && (isPdf(file) || isRaster(file) || file.preview !== null)

/** Whether the file is a raster image, which browsers can show directly. */
export const isRaster = ({ type }: Pick<Attachment, 'type'>) => type.startsWith('image/') && type !== 'image/svg+xml'

/** Whether the file is a PDF. */
export const isPdf = ({ type }: Pick<Attachment, 'type'>) => type === 'application/pdf'

/** Milliseconds until the next refetch: short while a new file is being checked or its thumbnail is being made. */
const refetchDelay = (files: readonly Attachment[] | undefined) => {
  const isPending = files?.some((file) => {
    const age = Date.now() - new Date(file.created_at).getTime()
    return file.scan === 'waiting'
      ? age < 600_000
      : file.scan === 'clean' && age < 120_000 && isDrawn(file) && !file.thumb
  })
  // The signed addresses expire.
  return isPending ? 2500 : 10 * 60_000
}

/** Whether the server makes thumbnails of the file. */
const isDrawn = (file: Attachment) => isPdf(file) || file.type.startsWith('image/') || /illustrator/.test(file.type)

/** The latest versions of the files that show what a record looks like, print files first. */
export const usePicturedFiles = (area: Area, id: number): { pictures: Attachment[]; isLoading: boolean } => {
  const { data = [], isLoading } = useAttachments(area, id)
  const latest = data.filter(
    (file) => !data.some((other) => other.series === file.series && other.version_no > file.version_no),
  )
  const rank = ({ kind }: Attachment) => (kind === 'print_file' ? 0 : kind === 'artwork' ? 1 : 2)
  return { pictures: latest.filter(isPictured).sort((a, b) => rank(a) - rank(b)), isLoading }
}

/** Whether a browser can show the file, by its preview or directly. */
const isPictured = (file: Attachment) => file.preview !== null || (file.scan === 'clean' && isRaster(file))
