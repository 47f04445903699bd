import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { query, text } from '#server/kit/api/description.ts'
import { idsOf, parseQuery } from '#server/kit/api/query-params.ts'
import { route } from '#server/kit/api/route.ts'
import type { Kit } from '#server/kit/kit.ts'
import type { CompositionRow } from '#shared/trade/composition.ts'
import { fibreAllocations } from '../area'
import { readArticleRows, readEarlierRows } from './compositions'

/** `GET …/by-part?ids=`: whole compositions, with the compositions that they can be copied from. */
export const byPartRoutes = (app: FastifyInstance, kit: Kit) =>
  route(
    app,
    {
      method: 'GET',
      url: `/api/${fibreAllocations.name}/by-part`,
      tags: [fibreAllocations.name],
      summary: 'Compositions with their rows, what their articles state and what was verified last',
      mayCall: ({ role }) => kit.can(role, fibreAllocations.name, 'read'),
      parameters: [query('ids', text, { description: 'Allocations: 12,13; at most 100' })],
      answer: {
        description: 'Those in the caller’s scope, in the order of the ids',
        schema: z.object({ documents: z.array(z.object({ id: z.int() }).loose()), sources: z.array(sources) }),
      },
      refusals: [400, 403],
    },
    async ({ me, query: filters }) => {
      const documents = await kit
        .repository(fibreAllocations.name)
        .find(kit.db, me, idsOf(parseQuery(filters, ['ids']), 'ids'))
      const colourways = documents.flatMap(({ colourway_id }) => (typeof colourway_id === 'number' ? colourway_id : []))
      const [articleRows, earlierRows] = await Promise.all([
        readArticleRows(kit.db, [...new Set(colourways)]),
        readEarlierRows(
          kit.db,
          documents.map(({ id }) => id),
        ),
      ])
      return {
        documents,
        sources: documents.map(({ id, colourway_id }) => ({
          id,
          article: (articleRows.get(Number(colourway_id)) ?? []).map(rowOf),
          earlier: (earlierRows.get(id) ?? []).map(rowOf),
        })),
      }
    },
  )

const rowOf = ({ component, fibre_id, pct, recycled, organic }: CompositionRow) => ({
  component,
  fibre_id,
  pct,
  recycled: recycled ?? false,
  organic: organic ?? false,
})

const sourceRow = z.object({
  component: z.string(),
  fibre_id: z.int(),
  pct: z.string(),
  recycled: z.boolean(),
  organic: z.boolean(),
})
const sources = z.object({
  id: z.int(),
  article: z.array(sourceRow).describe('What the colourway or its yarn states'),
  earlier: z.array(sourceRow).describe('What was verified last for the colourway in another order'),
})
