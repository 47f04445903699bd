import type { FastifyInstance } from 'fastify'
import { list, object, ok, query, refusals } from '#server/kit/api/description.ts'
import { parseQuery } from '#server/kit/api/query-params.ts'
import { forbidden, malformed } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import { textOf } from '#shared/kit/text.ts'
import { factoryAllocations } from '../area'
import { addMonths } from '../rules'
import { readCapacities } from './capacity'

/**
 * What is allocated to each factory by month, against what it can make. The house's own. Who is confined to a portfolio
 * gets the units of its suppliers, and whether a month is over what the factory can make, but not by how much of others.
 */
export const capacityRoutes = (app: FastifyInstance, kit: Kit) => {
  app.get(`/api/${factoryAllocations.name}/capacity`, async (request) => {
    const { role, portfolio } = request.me
    if (!kit.mayRead(role, factoryAllocations, 'over_capacity')) throw forbidden()
    const { from = '', months = '6' } = parseQuery(request.query, ['from', 'months'])
    if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(from))
      throw malformed('from', textOf('messages.bad_filter_value', { value: from.slice(0, 40) }))
    if (!/^([1-9]|1[0-2])$/.test(months))
      throw malformed('months', textOf('messages.bad_filter_value', { value: months.slice(0, 40) }))
    const last = addMonths(from, Number(months) - 1)
    return { from, to: last, factories: await readCapacities(kit.db, from, last, portfolio) }
  })
}

const month = { type: 'string', pattern: '^20\\d\\d-(0[1-9]|1[0-2])$' }

export const capacityPaths = {
  [`/api/${factoryAllocations.name}/capacity`]: {
    get: {
      tags: [factoryAllocations.name],
      summary: 'Units allocated to each factory by month, against its capacity',
      parameters: [
        query('from', month, { required: true }),
        query('months', { type: 'integer', minimum: 1, maximum: 12, default: 6 }),
      ],
      responses: {
        ...ok('Factories with their months', object({ from: month, to: month, factories: list({ type: 'object' }) })),
        ...refusals(400, 403),
      },
    },
  },
}
