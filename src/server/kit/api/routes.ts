import type { FastifyInstance } from 'fastify'
import { workOf } from '#server/kit/create-kit.ts'
import { forbidden, invalid, malformed, notFound } from '#server/kit/errors.ts'
import { lazily } from '#server/kit/memo.ts'
import { rightsOf } from '#server/kit/rights.ts'
import { bulkEditOf } from '#server/kit/write/bulk-edit.ts'
import { languageOf } from '#server/texts.ts'
import { type AnyRecord, allFields } from '#shared/kit/area.ts'
import { type Move, mayMove } from '#shared/kit/lifecycle.ts'
import { subjectOf } from '#shared/kit/roles.ts'
import { issueTexts, moveInputSchema } from '#shared/kit/schema.ts'
import { textOf } from '#shared/kit/text.ts'
import {
  type AreaRoutes,
  bodyOf,
  createAreaRoutes,
  jsonType,
  queryText,
  type RouteContext,
  requireRead,
  versionOf,
} from './area-route'
import { sendBulk } from './bulk'
import { bulkMovesRoute } from './bulk-moves'
import { readHistory } from './history'
import { idOf } from './query-params'
import { readRecord, sendWrite } from './record-answer'

/** Registers the standard routes of every area, derived from its declaration. */
export const areaRoutes = (app: FastifyInstance, context: RouteContext) => {
  for (const area of context.kit.register.areas) {
    const routes = createAreaRoutes(area, context)
    readRoutes(app, routes)
    writeRoutes(app, routes)
    bulkEditRoute(app, routes)
    for (const [name, move] of Object.entries(area.lifecycle?.moves ?? {})) moveRoutes(app, routes, name, move)
    if (area.lifecycle) bulkMovesRoute(app, routes)
    if (!area.partOf && !area.single) archiveRoutes(app, routes)
    app.post(`${routes.base}/:id/moves/:move`, async () => {
      throw notFound()
    })
  }
}

const readRoutes = (app: FastifyInstance, routes: AreaRoutes) => {
  const { kit, lists, area, base } = routes

  app.get(base, async (request, reply) => {
    requireRead(routes, request)
    const listing = lists.listing(area, request.me, queryText(request))
    const [rows, count] = await Promise.all([lists.rows(listing, request.me), lists.count(listing, request.me)])
    return reply.header('x-total-count', count).type(jsonType).send(rows)
  })

  app.get(`${base}/totals`, async (request) => {
    requireRead(routes, request)
    const { by } = request.query as { by?: unknown }
    const listing = lists.listing(area, request.me, queryText(request), ['by'])
    if (by === undefined) return lists.totals(listing, request.me)
    const name = String(by)
    const fields = allFields(area)
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    const isReadable = name === 'status' || kit.mayRead(subjectOf(request.me), area, name)
    if (field?.kind !== 'choice' || field.options.filterOnly || !isReadable)
      throw malformed('by', textOf('messages.unknown_filter', { name }))
    return { values: await lists.facet(listing, request.me, name) }
  })

  app.get(`${base}/:id`, async (request, reply) => {
    requireRead(routes, request)
    const id = idOf(request)
    const work = await workOf(kit, request.me, 'read', kit.db)
    const record = await readRecord(routes, work, id, languageOf(request.headers['accept-language']))
    if (!record) throw notFound()
    await kit.server(area.name).opened?.(kit, request.me, record.doc)
    return reply.type(jsonType).send(record.text)
  })

  app.get(`${base}/:id/history`, async (request) => {
    requireRead(routes, request)
    return readHistory(kit, area, request.me, idOf(request))
  })
}

const writeRoutes = (app: FastifyInstance, routes: AreaRoutes) => {
  const { kit, area, base, repository } = routes

  app.post(base, async (request, reply) => {
    if (area.partOf || !kit.can(request.me.role, area.name, 'create')) throw forbidden()
    const input = bodyOf(request)
    await sendWrite(routes, request, reply, 'create', async (work) => {
      const [doc] = await repository.create(work, [input])
      return { status: 201, id: Number(doc?.id) }
    })
  })

  app.patch(`${base}/:id`, async (request, reply) => {
    const id = idOf(request)
    const input = bodyOf(request)
    await sendWrite(routes, request, reply, 'edit', async (work) => {
      await repository.edit(work, id, input)
      return { status: 200, id }
    })
  })

  app.delete(`${base}/:id`, async (request, reply) => {
    const id = idOf(request)
    const version = versionOf(request)
    await sendWrite(routes, request, reply, 'delete', async (work) => {
      await repository.remove(work, id, version)
      return { status: 200, body: { id } }
    })
  })
}

const archiveRoutes = (app: FastifyInstance, routes: AreaRoutes) => {
  for (const name of ['archive', 'restore'])
    app.post(`${routes.base}/:id/moves/${name}`, async (request, reply) => {
      const id = idOf(request)
      const version = versionOf(request)
      await sendWrite(routes, request, reply, name, async (work) => {
        await routes.repository.archive(work, id, version, name === 'archive')
        return { status: 200, id }
      })
    })
}

const moveRoutes = (app: FastifyInstance, routes: AreaRoutes, name: string, { asks }: Move) => {
  const { kit, area, base, repository } = routes

  app.post(`${base}/:id/moves/${name}`, async (request, reply) => {
    const id = idOf(request)
    const input = bodyOf(request)
    await sendWrite(routes, request, reply, name, async (work) => {
      await repository.move(work, id, name, input)
      return { status: 200, id }
    })
  })

  app.post(`${base}/bulk/moves/${name}`, async (request, reply) => {
    if (mayMove(rightsOf(kit, request.me).can, area, name, {}) === 'role') throw forbidden()
    const { rows, filter, count, ...answers } = bodyOf(request)
    const target = () => {
      const parsed = moveInputSchema(asks, kit.register).safeParse(answers, { reportInput: true })
      if (!parsed.success) throw invalid(issueTexts(parsed.error))
      return { rows, filter, count }
    }
    await sendBulk(routes, request, reply, name, target, async (work, { id, version }) => {
      await repository.move({ ...work, isBulk: true }, id, name, { ...answers, version })
      return {}
    })
  })
}

const bulkEditRoute = (app: FastifyInstance, routes: AreaRoutes) => {
  const { kit, area, base, repository } = routes
  app.patch(`${base}/bulk`, async (request, reply) => {
    if (!kit.can(request.me.role, area.name, 'edit')) throw forbidden()
    const edit = lazily(() => bulkEditOf(kit, area, request.me, bodyOf(request)))
    const target = () => edit().target
    await sendBulk(routes, request, reply, 'edit', target, async (work, { id, version }) => {
      const [current] = await repository.find(work.tx, request.me, [id])
      if (!current) throw notFound()
      const values = edit().valuesOf(id, current)
      await repository.edit(work, id, { ...values, version })
      const [edited] = await repository.find(work.tx, request.me, [id])
      // An undo sends these values with the new version, so that it restores them only if the record is unchanged since.
      const before = Object.fromEntries(Object.keys(values).map((name) => [name, current[name as keyof AnyRecord]]))
      return edited ? { version: edited.version, before } : {}
    })
  })
}
