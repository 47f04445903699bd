import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod'
import type { Queryable } from '#server/db/types.ts'
import {
  fileTags,
  keepPair,
  notePicture,
  type PicturePair,
  pictureRoutes,
  recordParams,
} from '#server/files/pictures.ts'
import type { Files } from '#server/files/store.ts'
import { existingIdParam } from '#server/kit/api/params.ts'
import { route } from '#server/kit/api/route.ts'
import { invalid, notFound } from '#server/kit/errors.ts'
import type { Kit, Work } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import { textOf } from '#shared/kit/text.ts'
import { articleImageLimits } from '#shared/trade/pictures.ts'
import { articles } from '../area'

/** The pictures of an article, each for one colourway or for all. One of them is the cover. */
export const imageRoutes = (app: FastifyInstance, kit: Kit) => {
  const { files } = app
  const pictures = pictureRoutes(app, { kit, files }, articles)
  const url = `/api/${articles.name}/:id/images`

  pictures.covers(
    sql`
      select i.article_id as record_id, coalesce(i.thumb_id, i.file_id) as file_id from article_images as i
      where i.is_cover`,
    'Addresses of the small covers of articles, by article',
  )

  pictures.answer({ path: 'images', summary: 'Pictures of an article', answer: imagesAnswer }, (me, article) =>
    imagesFor(kit.db, me, article),
  )

  pictures.upload(
    {
      path: 'images',
      operationId: 'addArticleImages',
      summary: 'Add pictures to an article, each followed by a small copy of itself',
      count: articleImageLimits.atOnce,
      size: articleImageLimits.size,
      fields: imageFields,
      answer: imagesAnswer,
    },
    async (work, article, pairs, { colourway }) => {
      const colour = colourway ? Number(colourway) : null
      await requireColour(work.tx, article, colour)
      await requireRoom(work.tx, article, pairs.length)
      for (const pair of pairs) {
        await storeImage(files, work.tx, { article, colour }, pair, work.me)
        await notePicture(work, 'file_added', placeOf(article), pair.picture.name)
      }
      await coverFirst(work.tx, article)
      return imagesFor(work.tx, work.me, article)
    },
  )

  route(
    app,
    {
      method: 'PATCH',
      url: `${url}/:image`,
      tags: fileTags,
      summary: 'Make a picture the cover, or say which colour it shows',
      params: imageParams,
      body: imageChanges,
      answer: imagesAnswer,
      refusals: [401, 403, 404, 409, 422],
    },
    (request, { params, body: { is_cover, colourway_id } }) =>
      changeImage(request, params, async ({ tx }, image) => {
        if (is_cover) await makeCover(tx, image)
        if (colourway_id === undefined) return
        await requireColour(tx, image.article_id, colourway_id)
        await tx.query(
          'update article_images set colourway_id = $2 where id = $1',
          [image.id, colourway_id],
          'article_image_colour',
        )
      }),
  )

  route(
    app,
    {
      method: 'DELETE',
      url: `${url}/:image`,
      tags: fileTags,
      summary: 'Remove a picture',
      params: imageParams,
      answer: imagesAnswer,
      refusals: [401, 403, 404, 409],
    },
    (request, { params }) =>
      changeImage(request, params, async (work, image) => {
        // The foreign key deletes the row of the picture together with its files.
        await work.tx.query('delete from files where id = any($1::bigint[])', [
          [image.file_id, image.thumb_id].filter((id) => id !== null),
        ])
        if (image.is_cover) await coverFirst(work.tx, image.article_id)
        await notePicture(work, 'file_removed', placeOf(image.article_id), image.name)
      }),
  )

  /** Changes one picture and returns all pictures of its article. */
  function changeImage(
    request: FastifyRequest,
    { id: article, image: imageId }: z.output<typeof imageParams>,
    change: (work: Work, image: Image) => Promise<void>,
  ) {
    return pictures.write(request, article, async (work) => {
      const image = (await imagesOf(work.tx, article)).find(({ id }) => id === imageId)
      if (!image) throw notFound()
      await change(work, image)
      return imagesFor(work.tx, work.me, article)
    })
  }

  async function imagesFor(on: Queryable, me: Principal, article: number) {
    return (await imagesOf(on, article)).map(({ file_id, thumb_id, article_id: _article, ...image }) => ({
      ...image,
      url: pictures.addressFor(me, file_id),
      thumb: pictures.addressFor(me, thumb_id ?? file_id),
    }))
  }
}

/** Stores a picture of an article, for one colourway or for all. */
export const storeImage = async (
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

/** Every article with pictures has a cover: the oldest picture, unless a user chose one. */
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

const imageFields = z.strictObject({
  colourway: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'pattern')
    .optional(),
})

const imageChanges = z.strictObject({
  is_cover: z.literal(true).optional(),
  colourway_id: z.int().positive().nullable().optional(),
})

const imageParams = recordParams.extend({ image: existingIdParam })

const imagesAnswer = {
  description: 'All pictures of the article, its cover first.',
  schema: z.array(
    z
      .object({
        id: z.int(),
        colourway_id: z.int().nullable(),
        is_cover: z.boolean(),
        name: z.string(),
        type: z.string(),
        size: z.int(),
        url: z.string(),
        thumb: z.string(),
      })
      .meta({ id: 'ArticleImage' }),
  ),
}

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
  const [colourway] = await tx.query(
    'select 1 from colourways where id = $1 and article_id = $2',
    [colour, article],
    'article_image_colourway',
  )
  if (!colourway) throw invalid({ colourway_id: [textOf('validation.no_such_record')] })
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
