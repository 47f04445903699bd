import { useQuery } from '@tanstack/react-query'
import { api } from '#web/providers/http.ts'
import type { Colourway } from '../rules'

/** A column of the matrix. */
export interface Size {
  id: number
  label: string
}

/** The sizes of a scale, in order. */
export const useScaleSizes = (scale: number | null | undefined): Size[] => {
  const { data } = useQuery({
    queryKey: ['sizes', [scale]],
    queryFn: ({ signal }) =>
      api<Size[]>('GET', 'sizes', {
        params: { size_scale_id: String(scale), _sort: 'sort_order', _order: 'asc', _start: '0', _end: '100' },
        signal,
      }),
    enabled: Boolean(scale),
    staleTime: 300_000,
  })
  return scale ? (data ?? noSizes) : noSizes
}
const noSizes: Size[] = []

/** The sizes of the scale, followed by other sizes that SKUs of the article have. */
export const columnsOf = (sizes: readonly Size[], colourways: readonly Colourway[]): Size[] => {
  const knownIds = new Set(sizes.map(({ id }) => id))
  const others = new Map<number, Size>()
  for (const { skus } of colourways)
    for (const row of skus) {
      const title = (row as { size?: { title?: string } }).size?.title
      if (!knownIds.has(row.size_id) && row.active && title) others.set(row.size_id, { id: row.size_id, label: title })
    }
  return [...sizes, ...others.values()]
}
