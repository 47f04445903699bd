import { serveAllocation } from '#server/allocation/allocation.ts'
import type { AllocationDraft } from '#server/allocation/kind.ts'
import type { Doc, Work } from '#server/kit/kit.ts'
import { renderText } from '#server/texts.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { type Language, textOf } from '#shared/kit/text.ts'
import { type CompositionRow, inLabelOrder } from '#shared/trade/composition.ts'
import { compositionRowsOf } from '#shared/trade/composition-rows.ts'
import { type ClaimEvidence, certificateKinds, claimProblems, claimsIn } from '#shared/trade/fibre-claims.ts'
import { fibreAllocations } from './area'
import { compositionSummary, type FibreNames, isSameComposition, toleranceProblems } from './rules'
import { byPartRoutes } from './server/by-part'
import { type KnownFibre, readArticleRows, readFibres } from './server/compositions'

interface Facts {
  fibres: ReadonlyMap<number, KnownFibre>
  /** The composition of the article by colourway: the colourway's own, or that of its yarn. */
  articleRows: ReadonlyMap<number, readonly CompositionRow[]>
}

const engine = serveAllocation<Facts>(fibreAllocations, {
  facts: async ({ tx }, drafts) => ({
    fibres: await readFibres(tx),
    articleRows: await readArticleRows(
      tx,
      drafts.flatMap(({ line }) => line.colourway_id ?? []),
    ),
  }),

  fill: (work, draft, facts) => {
    const { allocation, before, line } = draft
    const articleRows = facts.articleRows.get(line.colourway_id ?? 0) ?? []
    if (!before && compositionRowsOf(allocation, 'declared').length === 0)
      allocation.declared = articleRows.map(asInput)
    const declared = compositionRowsOf(allocation, 'declared')
    const nameOf = namesIn(facts)
    const summary = (language: Language) =>
      compositionSummary(declared, nameOf, language, (component) =>
        renderText(textOf(`areas.declared-fibres.choices.component.${component}`), language),
      ) || null
    Object.assign(allocation, {
      article_id: line.article_id,
      colourway_id: line.colourway_id,
      composition_en: summary('en'),
      composition_zh: summary('zh'),
      differs_from_article: articleRows.length > 0 && declared.length > 0 && !isSameComposition(declared, articleRows),
    })
    rejectByLaboratory(work, draft, nameOf)
  },

  check: () => [],

  evidence: (_work, { allocation }, facts) => (needsCertificates(allocation, facts) ? certificateKinds : []),

  answer: (_work, { allocation, line }, facts): Problem[] => {
    const declared = compositionRowsOf(allocation, 'declared')
    if (declared.length === 0) return [problem(textOf('problems.fibre-allocations.nothing_declared'), 'declared')]
    return [
      ...toleranceProblems(declared, compositionRowsOf(allocation, 'tested'), namesIn(facts)),
      ...claimProblems(declared, allocation as unknown as ClaimEvidence, line.ex_factory_date),
    ]
  },

  // A declaration that the laboratory refused is judged again.
  submitted: (_work, allocation) => {
    allocation.rejection_code = null
  },

  // The label prints the verified declaration, until the office changes the wording.
  approved: (_work, { allocation }) => {
    allocation.label = inLabelOrder(compositionRowsOf(allocation, 'declared')).map(asInput)
  },
})

export const server = {
  ...engine,
  server: {
    ...engine.server,
    routes: (app, kit) => {
      engine.server.routes?.(app, kit)
      byPartRoutes(app, kit)
    },
  },
} satisfies typeof engine

const asInput = ({ component, fibre_id, pct, recycled, organic }: CompositionRow) => ({
  component,
  fibre_id,
  pct,
  recycled: recycled ?? false,
  organic: organic ?? false,
})

const namesIn =
  ({ fibres }: Facts) =>
  (id: number): FibreNames =>
    fibres.get(id) ?? { name_en: '–', name_zh: '–' }

/** Whether certificates must be provided: a row makes a claim, or names a fibre that always needs a certificate. */
const needsCertificates = (allocation: Doc, { fibres }: Facts): boolean => {
  const declared = compositionRowsOf(allocation, 'declared')
  return claimsIn(declared).length > 0 || declared.some(({ fibre_id }) => fibres.get(fibre_id ?? 0)?.needs_certificate)
}

/** A laboratory result beyond the tolerance rejects the declaration, regardless of who enters it. */
const rejectByLaboratory = (
  work: Work,
  { allocation, before }: AllocationDraft,
  nameOf: (id: number) => FibreNames,
) => {
  if (before?.status !== 'submitted' && before?.status !== 'approved') return
  const problems = toleranceProblems(
    compositionRowsOf(allocation, 'declared'),
    compositionRowsOf(allocation, 'tested'),
    nameOf,
  )
  if (problems.length === 0) return
  Object.assign(allocation, {
    status: 'rejected',
    rejection_code: 'FIBRE_TOLERANCE',
    verified_by: work.me.id || null,
    verified_at: work.now,
    decision_comment: problems
      .map(({ text: { params } }) => `${params?.fibre}: ${params?.stated}% → ${params?.measured}%`)
      .join('; ')
      .slice(0, 500),
  })
}
