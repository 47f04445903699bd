import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { usePageSearch } from '#web/hooks/use-page-search.ts'
import { api, http } from '#web/providers/http.ts'
import { articles } from '../../area'

/** The state of the gallery in its address. */
export interface GalleryAddress {
  q: string
  brand: string
  season: string
  page: number
}

/** The address and a function to change it; any change except of the page goes back to the first page. */
export const useGalleryAddress = () => {
  const [params, setParams] = usePageSearch()
  const address = readAddress(params)
  const latest = useRef(address)
  useEffect(() => {
    latest.current = readAddress(params)
  }, [params])
  const change = (next: Partial<GalleryAddress>) => {
    latest.current = { ...latest.current, page: 1, ...next }
    setParams(writeAddress(latest.current), { replace: 'q' in next })
  }
  return { address, change }
}

const readAddress = (params: URLSearchParams): GalleryAddress => {
  const page = Number(params.get('page'))
  const idOf = (name: string) => (/^\d{1,15}$/.test(params.get(name) ?? '') ? (params.get(name) ?? '') : '')
  return {
    q: params.get('q') ?? '',
    brand: idOf('house_brand_id'),
    season: idOf('season_id'),
    page: Number.isInteger(page) && page > 1 && page <= maxPage ? page : 1,
  }
}

const writeAddress = ({ q, brand, season, page }: GalleryAddress): Record<string, string> => ({
  ...(q ? { q } : {}),
  ...(brand ? { house_brand_id: brand } : {}),
  ...(season ? { season_id: season } : {}),
  ...(page > 1 ? { page: String(page) } : {}),
})

/** Pictures per page, and the last page that the list can show. */
export const gallerySize = 48
export const maxPage = 200

/** A page of articles with the names of their colourways, and the total. */
export const useGallery = (address: GalleryAddress) =>
  useQuery({
    queryKey: [articles.name, 'gallery', address],
    queryFn: async ({ signal }) => {
      const { page: _page, season_id, ...conditions } = writeAddress(address)
      const start = (address.page - 1) * gallerySize
      const params = {
        ...conditions,
        // Carried-over articles belong to each of their seasons.
        ...(season_id ? { offered_season_id: season_id } : {}),
        _start: String(start),
        _end: String(start + gallerySize),
        _sort: 'article_no',
        _order: 'asc',
      }
      const { data, headers } = await http.get<AnyRecord[]>(`/api/${articles.name}`, { params, signal })
      return { articles: data, total: Number(headers['x-total-count'] ?? 0), colours: await coloursOf(data, signal) }
    },
  })

/** Active colours by article. */
const coloursOf = async (records: readonly AnyRecord[], signal: AbortSignal) => {
  const byArticle = new Map<number, AnyRecord[]>()
  if (records.length === 0) return byArticle
  const ids = records.map(({ id }) => id)
  for (let start = 0; ; start += 100) {
    const params = { article_id_in: ids.join(), active: 'true', _start: String(start), _end: String(start + 100) }
    const colours = await api<AnyRecord[]>('GET', 'colourways', { params, signal })
    for (const colour of colours) {
      const article = Number(colour.article_id)
      byArticle.set(article, [...(byArticle.get(article) ?? []), colour])
    }
    if (colours.length < 100) return byArticle
  }
}

/** Records for choosing a filter, with their titles. */
export const useChoices = ({ name }: Area) =>
  useQuery({
    queryKey: [name, 'choices'],
    queryFn: ({ signal }) => api<AnyRecord[]>('GET', name, { params: { _start: '0', _end: '100' }, signal }),
  })
