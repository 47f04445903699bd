import { useQuery } from '@tanstack/react-query'
import { api } from '#web/providers/http.ts'

/** The sizes of several size scales, sorted by `sort_order`; empty while loading. */
export const useSizes = (scales: readonly (number | null)[]) => {
  const scaleIds = [...new Set(scales)].filter((id): id is number => id !== null).sort((a, b) => a - b)
  const { data } = useQuery({
    queryKey: ['sizes', scaleIds],
    queryFn: ({ signal }) =>
      api<Size[]>('GET', 'sizes', {
        params: [
          ...scaleIds.map((id): [string, string] => ['size_scale_id', String(id)]),
          ['_sort', 'sort_order'],
          ['_order', 'asc'],
          ['_start', '0'],
          ['_end', '100'],
        ],
        signal,
      }),
    enabled: scaleIds.length > 0,
    staleTime: 300_000,
  })
  return data ?? []
}

export interface Size {
  id: number
  size_scale_id: number
  label: string
  sort_order: number
  /** Share of the size in the scale's default ratio; 0 or null for none. */
  ratio_default: number | null
}
