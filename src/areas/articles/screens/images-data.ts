import { useQuery, useQueryClient } from '@tanstack/react-query'
import { thumbOf } from '../../../web/kit/small-picture'
import { api, http } from '../../../web/providers/http'
import { freshKey } from '../../../web/providers/key'
import { articles } from '../area'

/** A picture of an article, as the API lists it. */
export interface ArticleImage {
  id: number
  name: string
  colourway_id: number | null
  is_cover: boolean
  url: string
  thumb: string
}

/** The pictures of an article, the cover first; `change` does something to them and takes the answer. */
export const useImages = (article: number) => {
  const client = useQueryClient()
  const queryKey = [articles.name, 'images', article]
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api<ArticleImage[]>('GET', `${articles.name}/${article}/images`, { signal }),
    // The addresses are good for a while only; a page that was left open asks for new ones.
    refetchInterval: 10 * 60_000,
  })
  const change = async (answer: Promise<ArticleImage[]>) => {
    client.setQueryData(queryKey, await answer)
    void client.invalidateQueries({ queryKey: [articles.name, 'covers'] })
    void client.invalidateQueries({ queryKey: [articles.name, 'history', article] })
  }
  return { images: data, change }
}

/** Says something else of a picture. */
export const changeImage = (article: number, image: number, body: object) =>
  api<ArticleImage[]>('PATCH', `${articles.name}/${article}/images/${image}`, { body })
export const removeImage = (article: number, image: number) =>
  api<ArticleImage[]>('DELETE', `${articles.name}/${article}/images/${image}`)

/** Sends pictures, each with a small copy of itself. Throws `NoPicture` for a file that the browser cannot draw. */
export const sendImages = async (article: number, pictures: readonly File[]): Promise<ArticleImage[]> => {
  const form = new FormData()
  for (const picture of pictures) {
    const thumb = await thumbOf(picture)
    form.append('files', picture)
    form.append('files', thumb, thumb.type === 'image/webp' ? 'small.webp' : 'small.png')
  }
  const { data } = await http.post<ArticleImage[]>(`/api/${articles.name}/${article}/images`, form, {
    // A large picture on a slow line takes its time.
    timeout: 0,
    headers: { 'Idempotency-Key': freshKey() },
  })
  return data
}
