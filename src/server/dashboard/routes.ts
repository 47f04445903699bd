import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { RouteContext } from '#server/kit/api/area-route.ts'
import { route } from '#server/kit/api/route.ts'
import { notFound } from '#server/kit/errors.ts'
import { type Principal, readScopeOf } from '#server/kit/principal.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { run } from '#server/kit/read/sql.ts'
import { isRecordDate } from '#shared/base/dates.ts'
import { chartStatement, everySupplier, grains, suppliersStatement } from './statements'
import { readTiles } from './tiles'

/**
 * Routes of the analytics page. Office users and administrators see all suppliers of their portfolio, or the supplier
 * they select; supplier users always see their own.
 */
export const dashboardRoutes = (app: FastifyInstance, { kit, lists }: RouteContext) => {
  const suppliers = suppliersStatement(kit)

  route(
    app,
    {
      method: 'GET',
      url: '/api/dashboard/graph',
      tags,
      summary: 'Ordered units and purchase orders by the day that they ship',
      description:
        'Of all suppliers, or of one; a supplier’s people get their own whatever they ask for. Days without an order are left out.',
      mayCall: readsOrders,
      query: graphQuery,
      answer: graphAnswer,
      refusals: [400, 401, 403, 404],
    },
    async ({ me }, { query: { supplier_id, by: grain, from = null, to = null } }, reply) => {
      const suppliers = await suppliersOf(me, supplier_id)
      const [row] = await run<{ answer: string }>(kit.db, chartStatement, { grain, from, to, suppliers })
      return reply.type('application/json; charset=utf-8').send(row?.answer)
    },
  )

  route(
    app,
    {
      method: 'GET',
      url: '/api/supplier/get-supplier',
      tags,
      operationId: 'listSupplierChoices',
      summary: 'Suppliers to choose from; a supplier’s people get the own one',
      mayCall: ({ role }) => kit.can(role, 'suppliers', 'read'),
      answer: {
        description: 'By name.',
        schema: z.object({ supplier: z.array(z.object({ id: z.int(), supplier_name: z.string() })) }),
      },
      refusals: [401, 403],
    },
    async ({ me }, _input, reply) => {
      const [row] = await run<{ answer: string }>(kit.db, suppliers(readScopeOf(me)), callerValues(me))
      return reply.type('application/json; charset=utf-8').send(row?.answer)
    },
  )

  route(
    app,
    {
      method: 'GET',
      url: '/api/dashboard/tiles',
      tags,
      summary: 'Figures of the dashboard, each with the conditions of the list whose records it counts',
      mayCall: readsOrders,
      answer: {
        description: 'Those that the caller may see, in the caller’s scope.',
        schema: z.object({ tiles: z.array(tileAnswer) }),
      },
      refusals: [401, 403],
    },
    async ({ me }) => ({ tiles: await readTiles({ kit, lists, me }) }),
  )

  function readsOrders({ role }: Principal) {
    return kit.can(role, 'purchase-orders', 'read')
  }

  /** The supplier ids to sum over. Throws 404 for a supplier that does not exist or is out of the caller's scope. */
  async function suppliersOf(me: Principal, supplier: number | undefined): Promise<readonly number[]> {
    if (isSupplierSide(me)) return me.supplier_id === null ? [] : [me.supplier_id]
    if (supplier === undefined) return me.portfolio ?? [everySupplier]
    const [row] = await kit.db.query('select id from suppliers where id = $1', [supplier], 'dashboard_supplier')
    if (!row || (me.portfolio && !me.portfolio.includes(supplier))) throw notFound()
    return [supplier]
  }
}

const isSupplierSide = ({ role }: Principal) => role === 'Agent' || role === 'staff'

const tags = ['Portal'] as const

const dateParam = z.string().refine(isRecordDate).meta({ format: 'date' }).optional()

const graphQuery = z.strictObject({
  supplier_id: z
    .string()
    .regex(/^\d{1,15}$/, 'messages.not_a_number')
    .transform(Number)
    .meta({ type: 'integer', pattern: undefined })
    .optional(),
  by: z.enum(grains).default('day').meta({ description: 'A week (from Monday) or month is named by its first day.' }),
  from: dateParam,
  to: dateParam,
})

const graphAnswer = {
  description: 'By ship date.',
  schema: z.object({
    info: z.array(z.object({ ship_date: z.iso.date(), stock_ordered_units: z.int(), total_po_count: z.int() })),
  }),
}

const tileAnswer = z.object({
  name: z.string(),
  area: z.string(),
  path: z.string().describe('The page of the list.'),
  query: z.string().describe('Of `GET /api/<area>`, and of the page of that list.'),
  count: z.int(),
  before: z.int().optional().describe('How many there were in the period before.'),
  facts: z.record(z.string(), z.number().nullable()).optional(),
  sums: z.array(z.looseObject({})).optional(),
  parts: z.array(z.object({ name: z.string(), query: z.string(), count: z.int() })).optional(),
})
