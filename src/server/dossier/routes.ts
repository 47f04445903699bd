import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { countRequest } from '#server/auth/attempts.ts'
import type { Queryable } from '#server/db/types.ts'
import { idParam } from '#server/kit/api/params.ts'
import { route } from '#server/kit/api/route.ts'
import { notFound, tooMany } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import { type Answer, findAnswer, type KeyedRequest, keyOf, once, payloadOf } from '#server/plugins/idempotency.ts'
import { languageOf, renderText } from '#server/texts.ts'
import { today } from '#shared/base/dates.ts'
import { textOf } from '#shared/kit/text.ts'
import type { Dossier } from '#shared/kit/wire/dossier.ts'
import {
  dossierForms,
  dossierStates,
  dossierSteps,
  mostDossierRecords,
  mostOpenDossiers,
} from '#shared/trade/dossier.ts'
import { type DossierOrder, dossierAreas, readOrders } from './facts'
import { deleteDossiers, dossierAnswer, noteWatched, ownDossiers, refusalOf } from './rows'
import { createDossierWorker, type DossierParts, dossierChannel } from './worker'

/** Routes to request, follow and delete dossiers. Every account sees only the dossiers that it requested. */
export const dossierRoutes = (app: FastifyInstance, parts: DossierParts) => {
  const worker = createDossierWorker(parts, app.log)
  app.addHook('onReady', () => worker.start())
  app.addHook('preClose', () => worker.stop())
  readRoutes(app, parts)
  requestRoute(app, parts)
  deleteRoute(app, parts)
}

const commonOf = ({ kit }: DossierParts) =>
  ({ tags: ['Dossiers'], mayCall: ({ role }: Principal) => kit.can(role, 'purchase-orders', 'read') }) as const

const readRoutes = (app: FastifyInstance, parts: DossierParts) => {
  const { db } = parts.kit
  route(
    app,
    {
      ...commonOf(parts),
      method: 'GET',
      url: '/api/dossiers',
      summary: 'The dossiers that the caller has requested, the newest first',
      answer: { description: 'The dossiers', schema: z.array(dossier) },
      refusals: [401, 403],
    },
    async (request) => answersOf(parts, request, await ownDossiers(db, request.me)),
  )

  route(
    app,
    {
      ...commonOf(parts),
      method: 'GET',
      url: '/api/dossiers/:id',
      summary: 'A dossier and how far it is',
      params,
      answer: { description: 'The dossier', schema: dossier },
      refusals: [401, 403, 404],
    },
    async (request, { params: { id } }) => {
      const [answer] = await answersOf(parts, request, await ownDossiers(db, request.me, { id }))
      if (!answer) throw notFound()
      return answer
    },
  )
}

const requestRoute = (app: FastifyInstance, parts: DossierParts) => {
  const { kit } = parts
  route(
    app,
    {
      ...commonOf(parts),
      method: 'POST',
      url: '/api/dossiers',
      operationId: 'requestDossier',
      summary: 'Request a dossier of orders or order lines',
      description:
        'Made in the background as the caller may see the records. The same request again answers the same dossier, unless `anew` is true.',
      body: requested,
      keyed: true,
      answer: { description: 'The dossier', schema: dossier, status: 202 },
      refusals: [401, 403, 404, 409, 422, 429],
    },
    async (request, { body }, reply) => {
      const { me } = request
      const keyed = keyOf(request)
      const done = (keyed && (await findAnswer(kit.db, keyed))) ?? (await takeRequest(kit, me, body, keyed))
      const { id } = payloadOf(done) as { id: number }
      const [answer] = await answersOf(parts, request, await ownDossiers(kit.db, me, { id }))
      if (!answer) throw notFound()
      return reply.code(202).send(answer)
    },
  )
}

const deleteRoute = (app: FastifyInstance, parts: DossierParts) =>
  route(
    app,
    {
      ...commonOf(parts),
      method: 'DELETE',
      url: '/api/dossiers/:id',
      summary: 'Cancel a dossier that is being made, or delete it',
      params,
      answer: { description: 'Its id', schema: z.object({ id: z.int() }) },
      refusals: [401, 403, 404],
    },
    async (request, { params: { id } }) => {
      const done = await once(parts.kit.db, keyOf(request), async (tx) => {
        const deleted = await deleteDossiers(tx, 'id = $1 and owner_id = $2', [id, request.me.id], 'dossier_delete')
        if (deleted.length === 0) throw notFound()
        return { status: 200, body: { id } }
      })
      return payloadOf(done)
    },
  )

/** Checks and stores a request; answers the id of its dossier. Throws 404 if a record is out of scope, 429 for too many. */
const takeRequest = async (kit: Kit, me: Principal, body: Requested, keyed: KeyedRequest | null): Promise<Answer> => {
  const orders = await readOrders(kit, me, body.area, sortedIds(body))
  if (!orders) throw notFound()
  await countRequest(kit.db, 'dossier', `#${me.id}`, requestLimit)
  const newDossier = { ...body, request: requestOf(body), title: titleOf(orders, body) }
  const reusable = body.anew ? [] : await reusableDossiers(kit, me, newDossier.request)
  return once(kit.db, keyed, async (tx) => ({
    status: 202,
    body: { id: await requestDossier(tx, me, newDossier, reusable) },
  }))
}

/** The dossiers as the API answers them, with problems in the language of the request. A GET marks them as watched. */
const answersOf = async (
  parts: DossierParts,
  request: FastifyRequest,
  rows: Awaited<ReturnType<typeof ownDossiers>>,
): Promise<Dossier[]> => {
  const open = rows.filter(({ status }) => status === 'waiting' || status === 'making')
  if (open.length > 0 && request.method === 'GET')
    await noteWatched(
      parts.kit.db,
      open.map(({ id }) => id),
    )
  const language = languageOf(request.headers['accept-language'])
  const answered = await Promise.all(rows.map((row) => dossierAnswer(parts, request.me, row)))
  return answered.map((answer) => ({
    ...answer,
    problem: answer.problem && renderText(answer.problem, language),
  }))
}

/** Ids of finished dossiers of the same request that the account may still fetch. */
const reusableDossiers = async (kit: Kit, me: Principal, request: string): Promise<number[]> => {
  const ids: number[] = []
  for (const row of await ownDossiers(kit.db, me, { request }))
    if (row.status === 'ready' && (await refusalOf(kit, me, row)) === null) ids.push(row.id)
  return ids
}

interface NewDossier extends Requested {
  /** The hash by which the same request is found again. */
  request: string
  title: string
}

/** Returns the id of an open or reusable dossier of the same request, else of a new one. */
const requestDossier = async (
  tx: Queryable,
  me: Principal,
  { area, ids, form, language, request, title }: NewDossier,
  reusable: readonly number[],
): Promise<number> => {
  // Lock the account, so that concurrent requests of it run one after the other.
  await tx.query('select 1 from users where id = $1 for no key update', [me.id], 'dossier_owner_lock')
  const present = (await ownDossiers(tx, me, { request })).find(
    ({ id, status }) => status === 'waiting' || status === 'making' || reusable.includes(id),
  )
  if (present) return present.id
  const [{ count } = { count: 0 }] = await tx.query<{ count: number }>(
    `select count(*)::int as count from dossiers where owner_id = $1 and status in ('waiting', 'making')`,
    [me.id],
    'dossiers_open',
  )
  if (count >= mostOpenDossiers)
    throw tooMany(textOf('dossier.too_many', { max: mostOpenDossiers }), { retry_after: 30 })
  await deleteDossiers(tx, 'owner_id = $1 and request = $2', [me.id, request], 'dossiers_replaced')
  const [made] = await tx.query<{ id: number }>(
    `with made as (
       insert into dossiers (owner_id, area, record_ids, form, language, request, title)
       values ($1, $2, $3, $4, $5, $6, $7) returning id)
     select id, pg_notify('${dossierChannel}', '')::text as notified from made`,
    [me.id, area, sortedIds({ ids }), form, language, request, title],
    'dossier_request',
  )
  return made?.id ?? 0
}

const params = z.object({ id: idParam })

/** The most requests of one account. */
const requestLimit = { failures: 120, within: '1 hour' }

const requested = z.strictObject({
  area: z.enum(dossierAreas),
  ids: z.array(z.int().positive().max(Number.MAX_SAFE_INTEGER)).min(1, 'required').max(mostDossierRecords),
  form: z.enum(dossierForms),
  language: z.enum(['en', 'zh', 'both']),
  anew: z.boolean().optional().describe('Makes it again where it is there already.'),
})
type Requested = z.output<typeof requested>

const sortedIds = ({ ids }: Pick<Requested, 'ids'>) => [...new Set(ids)].sort((a, b) => a - b)

const requestOf = (body: Requested) =>
  createHash('sha256')
    .update(JSON.stringify([body.area, sortedIds(body), body.form, body.language]))
    .digest('base64url')

/** The title: `PO-1001`, `PO-1001-2`, `PO-1001 (3)`, or the day and count if it covers several orders. */
const titleOf = (orders: readonly DossierOrder[], { area, ids }: Requested): string => {
  const [first] = orders
  if (new Set(ids).size === 1 && first)
    return String(area === 'po-lines' ? ([...first.lines, ...first.cancelled][0]?.line_title ?? '') : first.order.po_no)
  return orders.length === 1 ? `${first?.order.po_no} (${new Set(ids).size})` : `${today()} (${new Set(ids).size})`
}

const dossier = z
  .object({
    id: z.int(),
    area: z.enum(dossierAreas),
    record_ids: z.array(z.int()),
    form: z.enum(dossierForms),
    language: z.enum(['en', 'zh', 'both']),
    title: z.string(),
    status: z.enum(dossierStates),
    step: z.enum(dossierSteps),
    percent: z.int(),
    gaps: z.int().describe('What it lists as missing, not approved or left out.'),
    name: z.string().nullable(),
    size: z.int().nullable(),
    url: z.string().nullable().describe('Good for this caller and for a quarter of an hour.'),
    problem: z.string().nullable().describe('Why it was not made, or is not handed out any more.'),
    created_at: z.iso.datetime(),
    ready_at: z.iso.datetime().nullable(),
    expires_at: z.iso.datetime().nullable().describe('When it is deleted.'),
  })
  .meta({ id: 'Dossier' })
