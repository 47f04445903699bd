import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { articles } from '#areas/articles/area.ts'
import { parseBody } from '#server/kit/api/body.ts'
import { textOf } from '#shared/kit/text.ts'
import { articleImageLimits } from '#shared/trade/pictures.ts'
import type { Queryable } from './db/types'
import { idIn, keepPair, notePicture, type PicturePair, pictureRoutes } from './files/pictures'
import type { Files } from './files/store'
import { invalid, notFound } from './kit/errors'
import type { Kit, Work } from './kit/kit'
import type { Principal } from './kit/principal'

/** Pictures of articles, one of them the cover, each for a colour or for all. */
export const articleImages = (app: FastifyInstance, parts: { kit: Kit; files: Files }) => {
  const { kit, files } = parts
  const pictures = pictureRoutes(app, parts, articles)
  const at = `/api/${articles.name}/:id/images`

  pictures.covers(sql`
    select i.article_id as record_id, coalesce(i.thumb_id, i.file_id) as file_id from article_images as i where i.is_cover`)

  app.get(at, async (request) => seenBy(kit.db, request.me, await pictures.seen(request)))

  const { atOnce: count, size } = articleImageLimits
  pictures.upload('images', { count, size, body: formBody }, async (work, article, pairs, said) => {
    const colour = said.colourway ? Number(said.colourway) : null
    await requireColour(work.tx, article, colour)
    await requireRoom(work.tx, article, pairs.length)
    for (const pair of pairs) {
      await keepImage(files, work.tx, { article, colour }, pair, work.me)
      await notePicture(work, 'file_added', placeOf(article), pair.picture.name)
    }
    await coverFirst(work.tx, article)
    return seenBy(work.tx, work.me, article)
  })

  app.patch(`${at}/:image`, (request) => {
    const said = parseBody(changes, request.body)
    return changing(request, async ({ tx }, image) => {
      if (said.is_cover) await makeCover(tx, image)
      if (said.colourway_id === undefined) return
      await requireColour(tx, image.article_id, said.colourway_id)
      await tx.query(
        'update article_images set colourway_id = $2 where id = $1',
        [image.id, said.colourway_id],
        'article_image_colour',
      )
    })
  })

  app.delete(`${at}/:image`, (request) =>
    changing(request, async (work, image) => {
      // With the files the picture's own row goes.
      await work.tx.query('delete from files where id = any($1::bigint[])', [
        [image.file_id, image.thumb_id].filter((one) => one !== null),
      ])
      if (image.is_cover) await coverFirst(work.tx, image.article_id)
      await notePicture(work, 'file_removed', placeOf(image.article_id), image.name)
    }),
  )

  /** Changes one picture, and answers all of its article. */
  function changing(request: FastifyRequest, change: (work: Work, image: Image) => Promise<void>) {
    const image = idIn(request.params, 'image')
    return pictures.writing(request, async (work, article) => {
      const found = (await imagesOf(work.tx, article)).find((one) => one.id === image)
      if (!found) throw notFound()
      await change(work, found)
      return seenBy(work.tx, work.me, article)
    })
  }

  async function seenBy(on: Queryable, me: Principal, article: number) {
    return (await imagesOf(on, article)).map(({ file_id, thumb_id, article_id: _article, ...image }) => ({
      ...image,
      url: pictures.addressFor(me, file_id),
      thumb: pictures.addressFor(me, thumb_id ?? file_id),
    }))
  }
}

/** Keeps a picture of an article that stands, of one of its colours or of all. */
export const keepImage = async (
  files: Pick<Files, 'keep'>,
  tx: Queryable,
  { article, colour }: { article: number; colour: number | null },
  pair: PicturePair,
  me: Pick<Principal, 'id'>,
) => {
  const { file_id, thumb_id } = await keepPair(files, tx, { ...placeOf(article), slots }, pair, me)
  await tx.query(
    'insert into article_images (article_id, colourway_id, file_id, thumb_id) values ($1, $2, $3, $4)',
    [article, colour, file_id, thumb_id],
    'article_image_keep',
  )
}

/** An article that has pictures has a cover: the oldest, unless somebody chose. */
export const coverFirst = async (tx: Queryable, article: number) => {
  await tx.query(
    `update article_images set is_cover = true
     where id = (select min(id) from article_images where article_id = $1)
       and not exists (select 1 from article_images where article_id = $1 and is_cover)`,
    [article],
    'article_image_first',
  )
}

const slots = { picture: 'image', thumb: 'thumb' } as const
const placeOf = (article: number) => ({ area: articles.name, record_id: article })

/** What a form with pictures says of them. */
export const formBody = z.strictObject({
  colourway: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'pattern')
    .optional(),
})
/** What may be said of a picture. */
export const changes = z.strictObject({
  is_cover: z.literal(true).optional(),
  colourway_id: z.int().positive().nullable().optional(),
})

interface Image {
  id: number
  article_id: number
  colourway_id: number | null
  file_id: number
  thumb_id: number | null
  is_cover: boolean
  name: string
  type: string
  size: number
}

const imagesOf = (on: Queryable, article: number) =>
  on.query<Image>(
    `select i.id, i.article_id, i.colourway_id, i.file_id, i.thumb_id, i.is_cover, f.name, f.type, f.size
     from article_images i join files f on f.id = i.file_id where i.article_id = $1 order by i.is_cover desc, i.id`,
    [article],
    'article_images',
  )

const makeCover = async (tx: Queryable, { id: image, article_id }: Image) => {
  await tx.query('update article_images set is_cover = false where article_id = $1 and is_cover', [article_id])
  await tx.query('update article_images set is_cover = true where id = $1', [image])
}

const requireColour = async (tx: Queryable, article: number, colour: number | null) => {
  if (colour === null) return
  const [own] = await tx.query(
    'select 1 from colourways where id = $1 and article_id = $2',
    [colour, article],
    'article_image_colourway',
  )
  if (!own) throw invalid({ colourway_id: [textOf('validation.no_such_record')] })
}

const requireRoom = async (tx: Queryable, article: number, more: number) => {
  const [{ count } = { count: 0 }] = await tx.query<{ count: number }>(
    'select count(*)::int as count from article_images where article_id = $1',
    [article],
    'article_images_count',
  )
  if (count + more > articleImageLimits.images)
    throw invalid({ files: [textOf('messages.too_many_files', { count: articleImageLimits.images })] })
}
