import { serveAllocation } from '#server/allocation/allocation.ts'
import { artworkAllocations } from './area'

export const server = serveAllocation<null>(artworkAllocations, {
  facts: async () => null,

  fill: (_work, { allocation, line }) => {
    Object.assign(allocation, { article_id: line.article_id, colourway_id: line.colourway_id })
  },

  check: (_work, _draft, _facts, unusable) => (unusable ? [unusable] : []),
})
