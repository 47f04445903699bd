import { serveAllocation } from '#server/allocation/allocation.ts'
import type { AllocationDraft } from '#server/allocation/kind.ts'
import { problem } from '#shared/kit/rules.ts'
import { artworkAllocations } from './area'
import { type Need, readNeeds } from './server/needs'
import { answerRound, beginRound, takeFiles } from './server/rounds'
import { needsRoute } from './server/routes'

interface Facts {
  needs: (line: number, type: unknown) => Need[]
}

const engine = serveAllocation<Facts>(artworkAllocations, {
  facts: async ({ tx }, drafts) => ({
    needs: await readNeeds(
      tx,
      drafts.map((draft) => ({ line: draft.line.id, type: typeOf(draft) })),
    ),
  }),

  fill: (_work, { allocation, line }) => {
    Object.assign(allocation, { article_id: line.article_id, colourway_id: line.colourway_id })
  },

  check: (_work, _draft, _facts, unusable) => (unusable ? [unusable] : []),

  answer: (_work, draft, facts) => missingOf(draft, facts).map((text) => problem(text)),

  warn: (_work, draft, facts) => missingOf(draft, facts),

  submitted: beginRound,
  decided: answerRound,

  mails: { allocated: 'artwork_allocated', rejected: 'artwork_rejected', outdated: 'artwork_outdated' },

  settle: takeFiles,
})

export const server = {
  ...engine,
  server: {
    ...engine.server,
    routes: (app, kit) => {
      engine.server.routes?.(app, kit)
      needsRoute(app, kit)
    },
  },
} satisfies typeof engine

const typeOf = ({ allocation, record }: AllocationDraft) => record?.type ?? allocation.artwork_type

const missingOf = (draft: AllocationDraft, { needs }: Facts) =>
  needs(draft.line.id, typeOf(draft)).flatMap(({ missing }) => missing.map(({ text }) => text))
