import { conflict } from '#server/kit/errors.ts'
import { type Change, serve, type Work } from '#server/kit/kit.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { samplePlans } from './area'

export const server = serve(samplePlans, {
  // Concurrent writes could create two plans of one category.
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
  // Archiving a plan frees its category; it can be restored only while no other plan has that category.
  removed: async (work, { id, archived_at, product_category_id }) => {
    if (!archived_at) return
    const other = (await readCategories(work, Number(id))).get((product_category_id as number | null) ?? null)
    if (other) throw conflict('guard', textOf('problems.sample-plans.has_plan', { code: other.code }))
  },
})

const isMoved = (before: Change['before'], category: number | null) =>
  before === null || (before.product_category_id ?? null) !== category

/** The plan of each category that has one, except the given plan. */
const readCategories = async ({ tx }: Work, excludedId = 0) => {
  const rows = await tx.query<{ id: number; code: string; category: number | null }>(
    'select id, code, product_category_id as category from sample_plans where archived_at is null and id <> $1',
    [excludedId],
    'sample_plans_by_category',
  )
  return new Map(rows.map(({ id, code, category }) => [category, { id, code }]))
}
