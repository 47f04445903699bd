import { serveAllocation } from '#server/allocation/allocation.ts'
import { closedStates } from '#shared/trade/readiness.ts'
import { packingFields, packingOf } from '#shared/trade/specification.ts'
import { specAllocations } from './area'

export const server = serveAllocation<null>(specAllocations, {
  facts: async () => null,

  fill: (_work, { allocation, line }) => {
    Object.assign(allocation, { article_id: line.article_id, colourway_id: line.colourway_id })
  },

  mails: { allocated: 'spec_allocated', outdated: 'spec_outdated', reminder: 'spec_reminder' },

  check: (_work, _draft, _facts, unusable) => (unusable ? [unusable] : []),

  // Lines take the carton data of the specification where the order has none.
  lineValues: async ({ tx }, line, allocations) => {
    const ids = allocations.flatMap(({ status, specification_id, spec_type }) =>
      !closedStates.has(status) && status !== 'waived' && cartonTypes.has(String(spec_type))
        ? Number(specification_id)
        : [],
    )
    if (ids.length === 0 || packingFields.every((field) => line[field] !== null)) return {}
    const specifications = await tx.query(
      `select spec_type, ${packingFields.join(', ')} from specifications where id = any($1::bigint[]) order by id`,
      [ids],
      'specifications_packing',
    )
    return packingOf(line, specifications)
  },
})

const cartonTypes: ReadonlySet<string> = new Set(['packing', 'carton_marking'])
