import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { route } from '#server/kit/api/route.ts'
import type { Kit } from '#server/kit/kit.ts'
import { factoryAllocations } from '../area'
import { addMonths } from '../rules'
import { readCapacities } from './capacity'

/**
 * Allocated units per factory and month, compared with its capacity; internal to the retailer. A caller confined to a
 * portfolio gets the units of its suppliers, and whether a month exceeds the capacity, but not by how much.
 */
export const capacityRoutes = (app: FastifyInstance, kit: Kit) =>
  route(
    app,
    {
      method: 'GET',
      url: `/api/${factoryAllocations.name}/capacity`,
      tags: [factoryAllocations.name],
      summary: 'Units allocated to each factory by month, against its capacity',
      mayCall: ({ role }) => kit.mayRead(role, factoryAllocations, 'over_capacity'),
      query: z.strictObject({ from: month, months: monthsParam.optional() }),
      answer: { description: 'Factories with their months', schema: capacities },
      refusals: [400, 403],
    },
    async ({ me }, { query: { from, months = 6 } }) => {
      const to = addMonths(from, months - 1)
      return { from, to, factories: await readCapacities(kit.db, from, to, me.portfolio) }
    },
  )

const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/)

const monthsParam = z
  .string()
  .regex(/^([1-9]|1[0-2])$/)
  .transform(Number)
  .meta({ type: 'integer', minimum: 1, maximum: 12, default: 6, pattern: undefined })

const capacities = z.object({
  from: month,
  to: month,
  factories: z.array(
    z.object({
      id: z.int(),
      factory_code: z.string().nullable(),
      name_en: z.string(),
      name_zh: z.string().nullable(),
      status: z.string(),
      capacity_per_month: z.int().nullable(),
      capacity_uom: z.string().nullable(),
      months: z.array(z.object({ month, units: z.int(), lines: z.int(), is_over: z.boolean() })),
    }),
  ),
})
