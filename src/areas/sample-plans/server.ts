import { type Change, serve, type Work } from '#server/kit/kit.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { samplePlans } from './area'

export const server = serve(samplePlans, {
  // Two plans of one category cannot be written at the same time.
  serial: true,
  prepare: async (work, changes) => {
    const codes = await readCategories(work)
    const problems: Problem[][] = []
    for (const { before, after } of changes) {
      const category = (after.product_category_id as number | null) ?? null
      const former = codes.get(category)
      const isTaken = former !== undefined && former.id !== after.id && isMoved(before, category)
      problems.push(
        isTaken
          ? [problem(textOf('problems.sample-plans.has_plan', { code: former.code }), 'product_category_id')]
          : [],
      )
      if (!isTaken) codes.set(category, { id: Number(after.id ?? 0), code: String(after.code) })
    }
    return problems
  },
})

const isMoved = (before: Change['before'], category: number | null) =>
  before === null || (before.product_category_id ?? null) !== category

/** The plan of each category that has one. */
const readCategories = async ({ tx }: Work) => {
  const rows = await tx.query<{ id: number; code: string; category: number | null }>(
    'select id, code, product_category_id as category from sample_plans where archived_at is null',
    [],
    'sample_plans_by_category',
  )
  return new Map(rows.map(({ id, code, category }) => [category, { id, code }]))
}
