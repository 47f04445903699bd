import { useInvalidate } from '@refinedev/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Area } from '#shared/kit/area.ts'
import type { Attachment } from '#shared/kit/wire/attachment.ts'
import { useRefreshHistory } from '#web/kit/record/use-history.ts'
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
    // Addresses expire, so an open page fetches new ones.
    refetchInterval: 10 * 60_000,
  })

/** Caches the answer of a write as the record's files, and refreshes the history, which lists the change. */
export const useAttachmentsAnswer = (area: Area, id: number) => {
  const client = useQueryClient()
  const refreshHistory = useRefreshHistory(area)
  const invalidate = useInvalidate()
  return useCallback(
    (answer: Attachment[]) => {
      client.setQueryData(keyOf(area, id), answer)
      refreshHistory()
      // Files that a move needs make it possible.
      void invalidate({ resource: area.name, id, invalidates: ['detail'] })
    },
    [client, refreshHistory, invalidate, area, id],
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

/** Whether the browser can display it in the page. */
export const isShown = ({ type }: Pick<Attachment, 'type'>) => isPicture({ type }) || type === 'application/pdf'

/** Whether it is a picture. */
export const isPicture = ({ type }: Pick<Attachment, 'type'>) => type.startsWith('image/')

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
const isPictured = ({ preview, type, scan }: Attachment) =>
  preview !== null || (scan === 'clean' && ['image/png', 'image/jpeg', 'image/webp'].includes(type))
