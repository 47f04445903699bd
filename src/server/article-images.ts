import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { articles } from '../areas/articles/area'
import { articleImageLimits } from '../shared/article-images'
import { say } from '../shared/text'
import { countRequest } from './auth/attempts'
import { bodyAs } from './auth/body'
import type { Queryable } from './db/types'
import { recordSeen } from './files/access'
import { type Form, type FormRules, formRoutes, withForm } from './files/form'
import type { Files, Place, Upload } from './files/store'
import type { Work } from './kit/area-server'
import { conflict, forbidden, invalid, malformed, notFound } from './kit/errors'
import type { Kit } from './kit/kit'
import { type Principal, sightOf } from './kit/principal'
import { callerValues } from './kit/scope'
import { all, compile, id, remembered, run, type Statement, slot } from './kit/sql'
import { writeRecords } from './kit/store'
import { findAnswer, keyOf, once } from './plugins/idempotency'

/**
 * Pictures of articles: whoever may see the article sees them, whoever may change it adds, describes and removes them.
 * Each comes with a small copy, which lists draw.
 */
export const articleImages = (app: FastifyInstance, { kit, files }: { kit: Kit; files: Files }) => {
  const statements = remembered<Statement>(20)
  const base = `/api/${articles.name}`

  /** The covers of many articles, small, by article: for lists and choices. */
  app.get(`${base}/covers`, async ({ me, query }) => {
    const ids = wantedIds(query)
    const statement = statements(sightOf(me), () =>
      compile(sql`
        select i.article_id, coalesce(i.thumb_id, i.file_id) as file_id
        from article_images as i join ${id('articles')} as t on t.id = i.article_id
        where i.is_cover and t.id = any(${slot('ids')}::bigint[]) and ${all([kit.selects.inScope(articles, sightOf(me), 't')])}`),
    )
    const rows = await run<{ article_id: number; file_id: number }>(kit.db, statement, {
      ids,
      ...callerValues(me),
    })
    return Object.fromEntries(rows.map(({ article_id, file_id }) => [article_id, addressFor(me, file_id)]))
  })

  app.get(`${base}/:id/images`, async ({ me, params }) => {
    const article = idIn(params, 'id')
    await recordSeen(kit, kit.db, me, placeOf(article))
    return seenBy(kit.db, me, article)
  })

  formRoutes(app, (scope) =>
    scope.post(`${base}/:id/images`, async (request, reply) => {
      // Before the body is read: what is too much need not be sent.
      await countRequest(kit.db, 'attachment', `#${request.me.id}`, often)
      await writable(kit.db, request.me, idIn(request.params, 'id'))
      return reply.code(201).send(await withForm(request, files, rules, (form) => add(request, form)))
    }),
  )

  app.patch(`${base}/:id/images/:image`, (request) => {
    const said = bodyAs(changes, request.body)
    return writing(request, async ({ tx }, image) => {
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

  app.delete(`${base}/:id/images/:image`, (request) =>
    writing(request, async (work, image) => {
      // With the files the picture's own row goes.
      await work.tx.query('delete from files where id = any($1::bigint[])', [
        [image.file_id, image.thumb_id].filter((one) => one !== null),
      ])
      if (image.is_cover) await coverFirst(work.tx, image.article_id)
      await noteFile(work, articles.name, 'file_removed', image.article_id, image.name)
    }),
  )

  async function add(request: FastifyRequest, { fields, uploads }: Form) {
    const { headers, method, url, me } = request
    const said = bodyAs(formBody, fields)
    const article = idIn(request.params, 'id')
    const keyed = keyOf({ headers, method, url, me, body: { said, files: uploads.map(({ sha256 }) => sha256) } })
    const before = keyed && (await findAnswer(kit.db, keyed))
    if (before) return before.body
    const pairs = pairsOf(uploads)
    const done = await once(kit.db, keyed, (tx) =>
      kit.write(
        me,
        'attach',
        async (work) => {
          await writable(work.tx, me, article)
          const colour = said.colourway ? Number(said.colourway) : null
          await requireColour(work.tx, article, colour)
          const [{ count } = { count: 0 }] = await work.tx.query<{ count: number }>(
            'select count(*)::int as count from article_images where article_id = $1',
            [article],
            'article_images_count',
          )
          if (count + pairs.length > articleImageLimits.images)
            throw invalid({ files: [say('messages.too_many_files', { count: articleImageLimits.images })] })
          for (const { picture, thumb } of pairs) {
            const file_id = await files.keep(work.tx, picture, placeOf(article), me)
            const thumb_id = await files.keep(work.tx, thumb, { ...placeOf(article), slot: 'thumb' }, me)
            await keepImage(work.tx, { article, colour, file_id, thumb_id })
            await noteFile(work, articles.name, 'file_added', article, picture.name)
          }
          await coverFirst(work.tx, article)
          return { status: 201, body: await seenBy(work.tx, me, article) }
        },
        { on: tx, requestId: request.id },
      ),
    )
    return 'body' in done ? done.body : done.text
  }

  /** Changes one picture that the caller may change, and answers all of its article. */
  async function writing(request: FastifyRequest, change: (work: Work, image: Image) => Promise<void>) {
    const [article, image] = [idIn(request.params, 'id'), idIn(request.params, 'image')]
    return kit.write(
      request.me,
      'attach',
      async (work) => {
        await writable(work.tx, request.me, article)
        const found = (await imagesOf(work.tx, article)).find((one) => one.id === image)
        if (!found) throw notFound()
        await change(work, found)
        return seenBy(work.tx, request.me, article)
      },
      { requestId: request.id },
    )
  }

  /** Refuses who may not change the article, and holds it for the others. */
  async function writable(tx: Queryable, me: Principal, article: number) {
    const { archived_at } = await recordSeen(kit, tx, me, placeOf(article))
    if (!kit.can(me.role, articles.name, 'edit')) throw forbidden()
    if (archived_at) throw conflict('archived', say('messages.record_archived'))
    await tx.query('select 1 from articles where id = $1 for update', [article], 'article_lock')
  }

  async function seenBy(on: Queryable, me: Principal, article: number) {
    return (await imagesOf(on, article)).map(({ file_id, thumb_id, article_id: _article, ...image }) => ({
      ...image,
      url: addressFor(me, file_id),
      thumb: addressFor(me, thumb_id ?? file_id),
    }))
  }

  function addressFor(me: Principal, file: number) {
    return files.address(file, quarterOfAnHour, me.id)
  }
}

/** Makes a picture of an article that stands, for whoever has its files kept. */
export const keepImage = async (
  tx: Queryable,
  { article, colour, file_id, thumb_id }: { article: number; colour: number | null; file_id: number; thumb_id: number },
) => {
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

export const placeOf = (article: number): Place => ({ area: articles.name, record_id: article, slot: 'image' })

const rules: FormRules = {
  field: 'files',
  // Each picture is followed by its small copy.
  count: 2 * articleImageLimits.atOnce,
  max: articleImageLimits.size,
  kinds: ['jpeg', 'png', 'webp'],
}

/** What one person may send; more fills disks. */
const often = { failures: 600, within: '1 hour' }
const quarterOfAnHour = 900
const numeral = /^[1-9]\d{0,14}$/

/** What a form with pictures says of them. */
export const formBody = z.strictObject({ colourway: z.string().regex(numeral, 'pattern').optional() })
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
  if (!own) throw invalid({ colourway_id: [say('validation.no_such_record')] })
}

/** Pictures with their small copies, which follow each of them. */
export const pairsOf = (uploads: readonly Upload[]): { picture: Upload; thumb: Upload }[] => {
  if (uploads.length === 0) throw invalid({ files: [say('validation.required')] })
  return uploads.flatMap((picture, index) => {
    if (index % 2) return []
    const thumb = uploads[index + 1]
    if (!thumb || thumb.size > articleImageLimits.thumb) throw invalid({ files: [say('files.no_thumb')] })
    return [{ picture, thumb }]
  })
}

/** The id in an address; 404 where it is none. */
export const idIn = (params: unknown, name: string): number => {
  const value = (params as Record<string, string | undefined>)[name] ?? ''
  if (!numeral.test(value)) throw notFound()
  return Number(value)
}

/** The ids that covers are asked for. */
export const wantedIds = (query: unknown): number[] => {
  const { ids = '', ...others } = query as Record<string, unknown>
  const [unknown] = Object.keys(others)
  if (unknown) throw malformed(unknown, say('messages.unknown_filter', { name: unknown.slice(0, 80) }))
  const wanted = String(ids).split(',')
  if (wanted.length > 100 || !wanted.every((one) => numeral.test(one)))
    throw malformed('ids', say('messages.not_a_number'))
  return wanted.map(Number)
}

/** Tells it in the record's history. */
export const noteFile = (
  work: Work,
  area: string,
  action: 'file_added' | 'file_removed',
  record: number,
  name: string,
) =>
  writeRecords(
    work,
    [],
    [
      {
        area,
        record_id: record,
        document_area: area,
        document_id: record,
        action,
        from_status: null,
        to_status: null,
        comment: null,
        changes: [{ field: 'file', old: null, new: name, seen: { visibility: 'shared', supplier_id: null } }],
      },
    ],
  )
