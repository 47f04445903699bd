import type { FastifyInstance } from 'fastify'
import { askedOf } from '../../../server/kit/asked'
import { forbidden, malformed } from '../../../server/kit/errors'
import type { Kit } from '../../../server/kit/kit'
import { body, refusals } from '../../../server/kit/openapi'
import { say } from '../../../shared/text'
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
    const { from = '', months = '6' } = askedOf(request.query, ['from', 'months'])
    if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(from))
      throw malformed('from', say('messages.bad_filter_value', { value: from.slice(0, 40) }))
    if (!/^([1-9]|1[0-2])$/.test(months))
      throw malformed('months', say('messages.bad_filter_value', { value: months.slice(0, 40) }))
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
        { name: 'from', in: 'query', required: true, schema: month },
        { name: 'months', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 12, default: 6 } },
      ],
      responses: {
        200: {
          description: 'Factories with their months',
          content: body({
            type: 'object',
            required: ['from', 'to', 'factories'],
            properties: { from: month, to: month, factories: { type: 'array', items: { type: 'object' } } },
          }),
        },
        ...refusals(400, 403),
      },
    },
  },
}
