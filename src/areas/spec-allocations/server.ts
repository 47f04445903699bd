import { serveAllocation } from '#server/allocation/allocation.ts'
import { specAllocations } from './area'

export const server = serveAllocation<null>(specAllocations, {
  facts: async () => null,

  fill: (_work, { allocation, line }) => {
    Object.assign(allocation, { article_id: line.article_id, colourway_id: line.colourway_id })
  },

  check: (_work, _draft, _facts, unusable) => (unusable ? [unusable] : []),
})
