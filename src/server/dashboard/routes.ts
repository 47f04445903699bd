import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#server/kit/api/routes.ts'
import { forbidden, malformed, notFound } from '#server/kit/errors.ts'
import { type Principal, readScopeOf } from '#server/kit/principal.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { run } from '#server/kit/read/sql.ts'
import { isRecordDate } from '#shared/base/dates.ts'
import { textOf } from '#shared/kit/text.ts'
import { chartStatement, everySupplier, type Grain, grains, suppliersStatement } from './statements'
import { readTiles } from './tiles'

/**
 * The calls of the analytics page, as the specification names them. Office and admin see every supplier (of their
 * portfolio), or the one they ask for; a supplier's people see their own whatever they ask for.
 */
export const dashboardRoutes = (app: FastifyInstance, { kit, lists }: RouteContext) => {
  const suppliers = suppliersStatement(kit)

  app.get('/api/dashboard/graph', async ({ me, query }, reply) => {
    if (!kit.can(me.role, 'purchase-orders', 'read')) throw forbidden()
    const asked = readQuery(query as Record<string, unknown>)
    const suppliers = await suppliersOf(me, asked.supplier)
    const [row] = await run<{ answer: string }>(kit.db, chartStatement, { ...asked, suppliers })
    return reply.type('application/json; charset=utf-8').send(row?.answer)
  })

  app.get('/api/supplier/get-supplier', async ({ me }, reply) => {
    if (!kit.can(me.role, 'suppliers', 'read')) throw forbidden()
    const [row] = await run<{ answer: string }>(kit.db, suppliers(readScopeOf(me)), callerValues(me))
    return reply.type('application/json; charset=utf-8').send(row?.answer)
  })

  app.get('/api/dashboard/tiles', async ({ me }) => {
    if (!kit.can(me.role, 'purchase-orders', 'read')) throw forbidden()
    return { tiles: await readTiles({ kit, lists, me }) }
  })

  /** Whose sums to read; 404 for a supplier that there is not, or not for the caller. */
  async function suppliersOf(me: Principal, asked: number | null): Promise<readonly number[]> {
    if (isSupplierSide(me)) return me.supplier_id === null ? [] : [me.supplier_id]
    if (asked === null) return me.portfolio ?? [everySupplier]
    const [known] = await kit.db.query('select id from suppliers where id = $1', [asked], 'dashboard_supplier')
    if (!known || (me.portfolio && !me.portfolio.includes(asked))) throw notFound()
    return [asked]
  }
}

const isSupplierSide = ({ role }: Principal) => role === 'Agent' || role === 'staff'

/** Reads the request; 400 with the name of what does not fit. */
const readQuery = (query: Record<string, unknown>) => {
  const { supplier_id = null, by = 'day', from = null, to = null, ...unknown } = query
  for (const name of Object.keys(unknown)) throw malformed(name, textOf('messages.unknown_filter', { name }))
  if (supplier_id !== null && !/^\d{1,15}$/.test(String(supplier_id)))
    throw malformed('supplier_id', textOf('messages.not_a_number'))
  if (!isGrain(by)) throw malformed('by', textOf('messages.bad_filter_value', { value: String(by).slice(0, 40) }))
  for (const [name, value] of Object.entries({ from, to }))
    if (value !== null && !isRecordDate(String(value)))
      throw malformed(name, textOf('messages.bad_filter_value', { value: String(value).slice(0, 40) }))
  return { supplier: supplier_id === null ? null : Number(supplier_id), grain: by, from, to }
}

const isGrain = (by: unknown): by is Grain => (grains as readonly unknown[]).includes(by)
