import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { houseBrands } from '../areas/house-brands/area'
import { logoLimits } from '../shared/brand-logo'
import { say } from '../shared/text'
import { idIn, noteFile, pairsOf, wantedIds } from './article-images'
import { countRequest } from './auth/attempts'
import type { Queryable } from './db/types'
import { recordSeen } from './files/access'
import { type Form, type FormRules, formRoutes, withForm } from './files/form'
import type { Files, Place, Upload } from './files/store'
import type { Work } from './kit/area-server'
import { conflict, forbidden, invalid } from './kit/errors'
import type { Kit } from './kit/kit'
import { type Principal, sightOf } from './kit/principal'
import { callerValues } from './kit/scope'
import { compile, id, remembered, run, type Statement, slot } from './kit/sql'
import { findAnswer, keyOf, once } from './plugins/idempotency'

/**
 * The logo of a house brand: whoever may see the brand sees it, whoever may change the brand sets and removes it. It
 * comes with a small copy, which lists draw. Only formats of pixels are taken: a drawing may carry scripts.
 */
export const houseBrandLogos = (app: FastifyInstance, { kit, files }: { kit: Kit; files: Files }) => {
  const statements = remembered<Statement>(20)
  const base = `/api/${houseBrands.name}`

  /** The logos of many brands, small, by brand: for lists and choices. */
  app.get(`${base}/covers`, async ({ me, query }) => {
    const ids = wantedIds(query)
    const statement = statements(sightOf(me), () =>
      compile(sql`
        select f.record_id, f.id as file_id from files as f join ${id('house_brands')} as t on t.id = f.record_id
        where f.area = ${sql.lit(houseBrands.name)} and f.slot = ${sql.lit(slots.thumb)}
          and f.record_id = any(${slot('ids')}::bigint[]) and ${kit.selects.inScope(houseBrands, sightOf(me), 't')}`),
    )
    const rows = await run<{ record_id: number; file_id: number }>(kit.db, statement, { ids, ...callerValues(me) })
    return Object.fromEntries(rows.map(({ record_id, file_id }) => [record_id, addressFor(me, file_id)]))
  })

  app.get(`${base}/:id/logo`, async ({ me, params }) => {
    const brand = idIn(params, 'id')
    await recordSeen(kit, kit.db, me, placeOf(brand))
    return { logo: await logoFor(kit.db, me, brand) }
  })

  formRoutes(app, (scope) =>
    scope.post(`${base}/:id/logo`, async (request, reply) => {
      // Before the body is read: what is too much need not be sent.
      await countRequest(kit.db, 'attachment', `#${request.me.id}`, often)
      await writable(kit.db, request.me, idIn(request.params, 'id'))
      return reply.code(201).send(await withForm(request, files, rules, (form) => set(request, form)))
    }),
  )

  app.delete(`${base}/:id/logo`, (request) => {
    const brand = idIn(request.params, 'id')
    return kit.write(
      request.me,
      'attach',
      async (work) => {
        await writable(work.tx, request.me, brand)
        const gone = await forget(work, brand)
        if (gone) await noteFile(work, houseBrands.name, 'file_removed', brand, gone)
        return { logo: null }
      },
      { requestId: request.id },
    )
  })

  async function set(request: FastifyRequest, { uploads }: Form) {
    const { headers, method, url, me } = request
    const brand = idIn(request.params, 'id')
    const keyed = keyOf({ headers, method, url, me, body: { files: uploads.map(({ sha256 }) => sha256) } })
    const before = keyed && (await findAnswer(kit.db, keyed))
    if (before) return before.body
    const pairs = pairsOf(uploads)
    const [pair] = pairs
    if (!pair || pairs.length > 1) throw invalid({ files: [say('messages.too_many_files', { count: 1 })] })
    const done = await once(kit.db, keyed, (tx) =>
      kit.write(
        me,
        'attach',
        async (work) => {
          await writable(work.tx, me, brand)
          await forget(work, brand)
          await keepLogo(files, work.tx, brand, pair, me)
          await noteFile(work, houseBrands.name, 'file_added', brand, pair.picture.name)
          return { status: 201, body: { logo: await logoFor(work.tx, me, brand) } }
        },
        { on: tx, requestId: request.id },
      ),
    )
    return 'body' in done ? done.body : done.text
  }

  /** Refuses who may not change the brand, and holds it for the others. */
  async function writable(tx: Queryable, me: Principal, brand: number) {
    const { archived_at } = await recordSeen(kit, tx, me, placeOf(brand))
    if (!kit.can(me.role, houseBrands.name, 'edit')) throw forbidden()
    if (archived_at) throw conflict('archived', say('messages.record_archived'))
    await tx.query('select 1 from house_brands where id = $1 for update', [brand], 'house_brand_lock')
  }

  async function logoFor(on: Queryable, me: Principal, brand: number) {
    const rows = await filesOf(on, brand)
    const [picture, thumb] = [slots.picture, slots.thumb].map((name) => rows.find((row) => row.slot === name))
    if (!picture) return null
    return { name: picture.name, url: addressFor(me, picture.id), thumb: addressFor(me, (thumb ?? picture).id) }
  }

  function addressFor(me: Principal, file: number) {
    return files.address(file, quarterOfAnHour, me.id)
  }
}

/** Keeps a logo and its small copy as the brand's. */
export const keepLogo = async (
  files: Pick<Files, 'keep'>,
  tx: Queryable,
  brand: number,
  { picture, thumb }: { picture: Upload; thumb: Upload },
  me: Pick<Principal, 'id'>,
) => {
  await files.keep(tx, picture, placeOf(brand), me)
  await files.keep(tx, thumb, { ...placeOf(brand), slot: slots.thumb }, me)
}

/** What the files of a brand are: its logo and the small copy of it. */
const slots = { picture: 'logo', thumb: 'logo_thumb' } as const

const placeOf = (brand: number): Place => ({ area: houseBrands.name, record_id: brand, slot: slots.picture })

const filesOf = (on: Queryable, brand: number) =>
  on.query<{ id: number; name: string; slot: string }>(
    `select id, name, slot from files where area = $1 and record_id = $2 and slot = any($3::text[])`,
    [houseBrands.name, brand, Object.values(slots)],
    'house_brand_logo',
  )

/** Takes a logo away and answers what its file was called. */
const forget = async ({ tx }: Work, brand: number): Promise<string | undefined> => {
  const rows = await filesOf(tx, brand)
  await tx.query('delete from files where id = any($1::bigint[])', [rows.map((row) => row.id)])
  return rows.find((row) => row.slot === slots.picture)?.name
}

const rules: FormRules = {
  field: 'files',
  // The logo and its small copy.
  count: 2,
  max: logoLimits.size,
  kinds: ['jpeg', 'png', 'webp'],
}

/** What one person may send; more fills disks. */
const often = { failures: 600, within: '1 hour' }
const quarterOfAnHour = 900
