import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { seesFile } from '#server/files/access.ts'
import { workOf, writablePaths } from '#server/kit/create-kit.ts'
import { conflict, forbidden, invalid, malformed, notFound } from '#server/kit/errors.ts'
import type { Kit, Work } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import { type Principal, readScopeOf } from '#server/kit/principal.ts'
import type { Lists } from '#server/kit/read/lists.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { readDocuments } from '#server/kit/read/select.ts'
import { run } from '#server/kit/read/sql.ts'
import { rightsOf } from '#server/kit/rights.ts'
import { bulkEditOf } from '#server/kit/write/bulk-edit.ts'
import { bulkMovesRoute, bulkTarget, maxBulk } from '#server/kit/write/bulk-moves.ts'
import type { FieldChange } from '#server/kit/write/diff.ts'
import { keyedWrite } from '#server/kit/write/keyed-write.ts'
import { StaleVersion } from '#server/kit/write/refusals.ts'
import { offeredMoves } from '#server/kit/write/verdicts.ts'
import { onceEach } from '#server/plugins/batch.ts'
import { refusalOf, renderProblems } from '#server/plugins/errors.ts'
import { keyOf } from '#server/plugins/idempotency.ts'
import { languageOf, renderText } from '#server/texts.ts'
import { type AnyRecord, type Area, allFields, isArchivedIn, rowsOf } from '#shared/kit/area.ts'
import { mayMove } from '#shared/kit/lifecycle.ts'
import { belongingOf } from '#shared/kit/portfolio.ts'
import { type Role, roles, subjectOf } from '#shared/kit/roles.ts'
import type { Rules } from '#shared/kit/rules.ts'
import { issueTexts, moveInputSchema } from '#shared/kit/schema.ts'
import { type Language, type Text, textOf } from '#shared/kit/text.ts'
import { idOf } from './query-params'

export interface RouteContext {
  kit: Kit & { rules(area: string): Rules }
  lists: Lists
}

/** The standard routes of every area, from its declaration. */
export const areaRoutes = (app: FastifyInstance, context: RouteContext) => {
  for (const area of context.kit.register.areas) routesOf(app, area, context)
}

const routesOf = (app: FastifyInstance, area: Area, { kit, lists }: RouteContext) => {
  const base = `/api/${area.name}`
  const repository = kit.repository(area.name)
  const writable = memo<string[]>(roles.length)
  const seesAll = memo<boolean>(roles.length)

  app.get(base, async (request, reply) => {
    requireRead(request)
    const listing = lists.listing(area, request.me, queryText(request))
    const [rows, count] = await Promise.all([lists.rows(listing, request.me), lists.count(listing, request.me)])
    return reply.header('x-total-count', count).type(json).send(rows)
  })

  app.get(`${base}/totals`, async (request) => {
    requireRead(request)
    const by = (request.query as { by?: unknown }).by
    const listing = lists.listing(area, request.me, queryText(request), ['by'])
    if (by === undefined) return lists.totals(listing, request.me)
    const fields = allFields(area)
    const field = Object.hasOwn(fields, String(by)) ? fields[String(by)] : undefined
    if (
      field?.kind !== 'choice' ||
      field.options.asked ||
      (by !== 'status' && !kit.mayRead(subjectOf(request.me), area, String(by)))
    )
      throw malformed('by', textOf('messages.unknown_filter', { name: String(by) }))
    return { values: await lists.facet(listing, request.me, String(by)) }
  })

  app.get(`${base}/:id`, async (request, reply) => {
    requireRead(request)
    return reply.type(json).send(await answerRecord(request, idOf(request)))
  })

  app.get(`${base}/:id/history`, async (request) => {
    requireRead(request)
    return history(request, idOf(request))
  })

  app.post(base, async (request, reply) => {
    if (area.partOf || !kit.can(request.me.role, area.name, 'create')) throw forbidden()
    const input = bodyOf(request)
    await answer(request, reply, 'create', async (work) => {
      const [doc] = await repository.create(work, [input])
      return { status: 201, id: Number(doc?.id) }
    })
  })

  app.patch(`${base}/:id`, async (request, reply) => {
    const id = idOf(request)
    const input = bodyOf(request)
    await answer(request, reply, 'edit', async (work) => {
      await repository.edit(work, id, input)
      return { status: 200, id }
    })
  })

  app.delete(`${base}/:id`, async (request, reply) => {
    const id = idOf(request)
    const input = versionOnly(bodyOf(request))
    await answer(request, reply, 'delete', async (work) => {
      await repository.remove(work, id, input.version)
      return { status: 200, body: { id } }
    })
  })

  for (const name of Object.keys(area.lifecycle?.moves ?? {})) moveRoutes(name)
  if (area.lifecycle) bulkMovesRoute(app, area, { kit, lists })

  if (!area.partOf && !area.single)
    for (const [name, archived] of [
      ['archive', true],
      ['restore', false],
    ] as const)
      app.post(`${base}/:id/moves/${name}`, async (request, reply) => {
        const id = idOf(request)
        const input = versionOnly(bodyOf(request))
        await answer(request, reply, name, async (work) => {
          await repository.archive(work, id, input.version, archived)
          return { status: 200, id }
        })
      })

  app.post(`${base}/:id/moves/:move`, async () => {
    throw notFound()
  })

  app.patch(`${base}/bulk`, async (request, reply) => {
    if (!kit.can(request.me.role, area.name, 'edit')) throw forbidden()
    const edit = lazily(() => bulkEditOf(kit, area, request.me, bodyOf(request)))
    await bulk(
      request,
      reply,
      'edit',
      () => edit().target,
      async (work, { id, version }) => {
        const [present] = await repository.find(work.tx, request.me, [id])
        if (!present) throw notFound()
        const values = edit().valuesOf(id, present)
        await repository.edit(work, id, { ...values, version })
        const [now] = await repository.find(work.tx, request.me, [id])
        // What an undo needs: it may put back only what nobody has changed since.
        const before = Object.fromEntries(Object.keys(values).map((name) => [name, present[name as keyof AnyRecord]]))
        return now ? { version: now.version, before } : {}
      },
    )
  })

  function moveRoutes(name: string) {
    app.post(`${base}/:id/moves/${name}`, async (request, reply) => {
      const id = idOf(request)
      const input = bodyOf(request)
      await answer(request, reply, name, async (work) => {
        await repository.move(work, id, name, input)
        return { status: 200, id }
      })
    })

    app.post(`${base}/bulk/moves/${name}`, async (request, reply) => {
      const declared = area.lifecycle?.moves[name]
      if (!declared || mayMove(rightsOf(kit, request.me).can, area, name, {}) === 'role') throw forbidden()
      const { rows, filter, count, ...asked } = bodyOf(request)
      const target = () => {
        const fits = moveInputSchema(declared.asks, kit.register).safeParse(asked, { reportInput: true })
        if (!fits.success) throw invalid(issueTexts(fits.error))
        return { rows, filter, count }
      }
      await bulk(request, reply, name, target, async (work, { id, version }) => {
        await repository.move(work, id, name, { ...asked, version })
        return {}
      })
    })
  }

  /** Does a write once for its key and answers the record as the caller may see it; a stale version with the present one. */
  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    action: string,
    write: (work: Work) => Promise<{ status: number; id: number } | { status: number; body: unknown }>,
  ) {
    try {
      const done = await keyedWrite(kit, request, action, async (work) => {
        let read: ReturnType<typeof readDocuments> | undefined
        work.sent = (sent) => {
          read = readDocuments(work.tx, kit.selects, area, [sent], request.me)
          read.catch(() => {})
        }
        const result = await write(work)
        if ('body' in result) return result
        // A move may take the record out of the caller's sight; then its id is all there is to say.
        const language = languageOf(request.headers['accept-language'])
        const record = await recordFor(request.me, result.id, work, language, await read)
        return { status: result.status, ...(record ? { text: record.text } : { body: { id: result.id } }) }
      })
      reply.code(done.status)
      return 'text' in done ? reply.type(json).send(done.text) : reply.send(done.body)
    } catch (error) {
      if (!(error instanceof StaleVersion)) throw error
      const [current] = await repository.find(kit.db, request.me, [error.id])
      throw conflict('stale', textOf('messages.stale'), current ? { current } : {})
    }
  }

  async function answerRecord(request: FastifyRequest, id: number): Promise<string> {
    const work = await workOf(kit, request.me, 'read', kit.db)
    const language = languageOf(request.headers['accept-language'])
    const record = await recordFor(request.me, id, work, language)
    if (!record) throw notFound()
    await kit.server(area.name).opened?.(kit, request.me, record.doc)
    return record.text
  }

  /** The record, and as JSON text with its rows, what the caller may do with it and which of its fields may be set. */
  async function recordFor(
    me: Principal,
    id: number,
    work: Work,
    language: Language,
    read?: { id: number; record: string }[],
  ) {
    const [found] = read ?? (await readDocuments(work.tx, kit.selects, area, [id], me))
    if (!found) return null
    const full = !me.portfolio && seesAll(me.role, () => sees(me.role)) ? found.record : await fullRecord(work, id)
    const doc = JSON.parse(full ?? found.record) as AnyRecord
    const moves = (await offeredMoves(kit, work, area, kit.rules(area.name), doc)).map(
      ({ reason, warnings, ...verdict }): Offer => ({
        ...verdict,
        reason: reason ? reasonText(reason, language) : null,
        ...(warnings ? { warnings: warnings.map((text) => reasonText(text, language)) } : {}),
      }),
    )
    if (!area.partOf && !area.single && kit.can(me.role, area.name, 'delete')) {
      if (doc.archived_at) moves.push({ name: 'restore', allowed: true, reason: null })
      else if (isArchivedIn(area, doc)) moves.push({ name: 'archive', allowed: true, reason: null })
    }
    const editable = kit.can(me.role, area.name, 'edit') ? await editableOf(me, work, doc) : []
    const beside = await kit.server(area.name).beside?.(work, doc)
    const text = `${found.record.slice(0, -1)},${JSON.stringify({ ...beside, moves, editable }).slice(1)}`
    return { doc, text }
  }

  /** A row is edited as its document's state allows, so its document is asked. */
  async function editableOf(me: Principal, work: Work, doc: AnyRecord): Promise<string[]> {
    if (doc.archived_at) return []
    let document = doc
    let of = area
    let path = ''
    while (of.partOf) {
      const { by } = of.partOf
      const parent = kit.register.get(of.partOf.area)
      const [found] = await readDocuments(work.tx, kit.selects, parent, [Number(document[by])])
      if (!found) return []
      const place = kit.register.childrenOf(parent.name).find((child) => child.by === by)
      path = `${place?.field}.${path}`
      document = JSON.parse(found.record) as AnyRecord
      of = parent
    }
    const rule = kit.rules(of.name).editable?.(document, work.context)
    const paths = writable(me.role, () => writablePaths(kit, area, me.role))
    return rule ? paths.filter((field) => rule(path + field)) : paths
  }

  /** Whether the role sees the whole record, so that guards may judge by what it was sent. */
  function sees(role: Role): boolean {
    const whole = (of: Area): boolean =>
      Object.keys(of.fields).every((field) => kit.mayRead(role, of, field)) &&
      rowsOf(of).every(([, { options }]) => whole(kit.register.get(options.to ?? '')))
    return whole(area)
  }

  async function fullRecord(work: Work, id: number) {
    const [found] = await readDocuments(work.tx, kit.selects, area, [id])
    return found?.record
  }

  async function bulk(
    request: FastifyRequest,
    reply: FastifyReply,
    action: string,
    target: () => Record<string, unknown>,
    write: (work: Work, row: { id: number; version: number }) => Promise<object>,
  ) {
    // Each row in a transaction of its own: one that fails holds back no other, and nobody waits for them all.
    const done = await onceEach(kit.db, keyOf(request), {
      plan: async () => bulkRows(request, target()),
      write: (row, keep) =>
        kit.write(
          request.me,
          action,
          async (work) => {
            const result = { id: row.id, ok: true, status: 200, ...(await write(work, row)) }
            await keep(work.tx, result)
            return result
          },
          { requestId: request.id },
        ),
      refused: (row, error) => rowRefusal(area, row.id, error, request),
    })
    return reply.send(done)
  }

  async function bulkRows(request: FastifyRequest, target: Record<string, unknown>) {
    const parsed = bulkTarget.safeParse(target, { reportInput: true })
    if (!parsed.success) throw invalid(issueTexts(parsed.error))
    const { rows, filter = '', count } = parsed.data
    if (rows) return rows
    const listing = lists.listing(area, request.me, filter)
    const keys = await run<{ id: number; version: number }>(
      kit.db,
      kit.selects.keys(area, readScopeOf(request.me), listing.shape),
      { ...listing.values, ...callerValues(request.me), after: 0, size: maxBulk + 1 },
    )
    if (keys.length > maxBulk) throw invalid({ filter: [textOf('messages.bulk_too_many', { max: maxBulk })] })
    // The person confirmed a number; if it is another by now, they decide anew.
    if (keys.length !== count) throw conflict('count_changed', textOf('messages.count_changed', { count: keys.length }))
    return keys.map(({ id, version }) => ({ id, version }))
  }

  async function history(request: FastifyRequest, id: number) {
    const { me } = request
    const [record] = await repository.find(kit.db, me, [id])
    if (!record) throw notFound()
    const root = kit.register.documentOf(area.name)
    const document = area === root ? record : await documentRecord(me, area, record)
    const since = kit.server(root.name).historySince?.(me, document) ?? null
    const entries = await kit.db.query<HistoryRow>(
      `select id, at, actor_id, actor_name, actor_role, area, record_id, action, from_status, to_status, comment, changes
       from history where ${area === root ? 'document_area = $1 and document_id = $2' : 'area = $1 and record_id = $2'}
         and ($3::timestamptz is null or at >= $3) order by id desc limit 500`,
      [area.name, id, since],
      `history_${area === root ? 'document' : 'record'}`,
    )
    const isSeen = await rowsSeen(me, root, entries)
    return entries.flatMap(({ actor_id, actor_name, actor_role, ...entry }) => {
      if (!isSeen(entry.area, entry.record_id)) return []
      const move = kit.register.find(entry.area)?.lifecycle?.moves[entry.action]
      const isOutside = (role: string) => Boolean(root.scope?.[role as Role])
      if (move?.internal && isOutside(me.role)) return []
      const isOwnAffair = move?.internalComment && isOutside(me.role) && !isOutside(actor_role)
      const comment = isOwnAffair ? null : entry.comment
      const changes = entry.changes.filter(
        ({ seen, area: of = root.name, id: row = 0, field }) =>
          (!seen || seesFile(me, seen)) && kit.mayRead(subjectOf(me), kit.register.get(of), field) && isSeen(of, row),
      )
      if (changes.length === 0 && entry.changes.length > 0 && !comment && entry.from_status === entry.to_status)
        return []
      return [{ ...entry, comment, actor: { id: actor_id, title: actor_name, role: actor_role }, changes }]
    })
  }

  /**
   * Which rows of a document its history may speak of, where the document is many suppliers' and the caller does not see
   * all of them; a row that is gone is hidden.
   */
  async function rowsSeen(me: Principal, root: Area, entries: readonly HistoryRow[]) {
    const hides = (of: Area): boolean =>
      of !== root &&
      (belongingOf(kit.register, of) !== null || (of.partOf ? hides(kit.register.get(of.partOf.area)) : false))
    const isShared = (belongingOf(kit.register, root)?.by ?? 'scope') === 'scope'
    const told = entries.flatMap(({ area: of, record_id, changes }) => [{ area: of, id: record_id }, ...changes])
    const seen = new Map<string, Set<number>>()
    if (isShared && (me.portfolio || root.scope?.[me.role]))
      for (const name of new Set(told.flatMap(({ area: of }) => (of && hides(kit.register.get(of)) ? [of] : [])))) {
        const ids = told.flatMap(({ area: of, id: row }) => (of === name && row ? [row] : []))
        const found = await kit.repository(name).find(kit.db, me, [...new Set(ids)])
        seen.set(name, new Set(found.map((row) => row.id)))
      }
    return (of: string, row: number) => seen.get(of)?.has(row) ?? true
  }

  async function documentRecord(me: Principal, of: Area, record: AnyRecord): Promise<AnyRecord> {
    if (!of.partOf) return record
    const parent = kit.register.get(of.partOf.area)
    const [found] = await kit.repository(parent.name).find(kit.db, me, [Number(record[of.partOf.by])])
    if (!found) throw notFound()
    return documentRecord(me, parent, found)
  }

  function requireRead(request: FastifyRequest) {
    if (!kit.can(request.me.role, area.name, 'read')) throw forbidden()
  }
}

/** Why a move may not be made is said with every record, and mostly in the same words. */
/** A move as a record's answer names it: whether the caller may make it, why not, what to know before. */
interface Offer {
  name: string
  allowed: boolean
  reason: string | null
  warnings?: string[]
}

const reasonText = (reason: Text, language: Language) =>
  reasons(`${language} ${JSON.stringify(reason)}`, () => renderText(reason, language))
const reasons = memo<string>(2000)

const lazily = <T>(make: () => T) => {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

const json = 'application/json; charset=utf-8'
interface HistoryRow {
  id: number
  at: string
  actor_id: number | null
  actor_name: string
  actor_role: string
  area: string
  record_id: number
  action: string
  from_status: string | null
  to_status: string | null
  comment: string | null
  changes: FieldChange[]
}

const queryText = (request: FastifyRequest) => {
  const at = request.url.indexOf('?')
  return at < 0 ? '' : request.url.slice(at + 1)
}

const bodyOf = (request: FastifyRequest): Record<string, unknown> => {
  const { body } = request
  if (body === undefined || body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw invalid({}, textOf('validation.not_object'))
  return body as Record<string, unknown>
}

const versionOnly = (body: Record<string, unknown>): { version: number } => {
  const parsed = z.strictObject({ version: z.int().positive() }).safeParse(body, { reportInput: true })
  if (!parsed.success) throw invalid(issueTexts(parsed.error))
  return parsed.data
}

/** What became of one of many records that a command could not change; what nobody expected is logged. */
export const rowRefusal = (
  area: Area,
  id: number,
  error: unknown,
  { headers, id: request_id, log }: Pick<FastifyRequest, 'headers' | 'id' | 'log'>,
) => {
  const language = languageOf(headers['accept-language'])
  const refusal = error instanceof StaleVersion ? conflict('stale', textOf('messages.stale')) : refusalOf(error)
  if (refusal.status >= 500)
    log.error({ err: error, request_id, area: area.name, row: id }, 'a row of a command failed')
  return {
    id,
    ok: false,
    status: refusal.status,
    code: refusal.code,
    message: renderText(refusal.text, language),
    errors: Object.fromEntries(
      Object.entries(renderProblems(refusal.errors, language)).map(([path, texts]) => [inRow(path), texts]),
    ),
  }

  /** Rules speak of a row by its place in the document; here it is the row itself that is spoken of. */
  function inRow(path: string) {
    const own = /^[a-z_]+\.\d+\.(.+)$/.exec(path)?.[1]
    return area.partOf && own ? own : path
  }
}
