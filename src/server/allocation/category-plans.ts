import type { Queryable } from '#server/db/types.ts'
import type { SampleKind } from '#shared/trade/sample-plan.ts'
import type { sampleGates } from '#shared/trade/samples.ts'

/** A sample plan with the types of its samples. */
export interface CategoryPlan {
  code: string
  kinds: (SampleKind & { gate: (typeof sampleGates)[number] })[]
}

/** Reads the sample plans by category id (null: the plan of all other categories) and the parent of each category. */
export const readPlans = async (on: Queryable) => {
  const rows = await on.query<{ code: string; category: number | null; kinds: CategoryPlan['kinds'] }>(
    `select p.code, p.product_category_id as category, json_agg(json_build_object('id', t.id, 'name_en', t.name_en,
       'name_zh', t.name_zh, 'sizes_rule', t.sizes_rule, 'gate', t.gate, 'needs_line', t.needs_line, 'needs_colourway', t.needs_colourway,
       'days_before', i.days_before, 'qty', coalesce(i.qty, t.default_qty)) order by i.days_before desc, t.seq) as kinds
     from sample_plans p join sample_plan_items i on i.sample_plan_id = p.id
       join sample_types t on t.id = i.sample_type_id and t.status = 'active' and t.archived_at is null
     where p.archived_at is null group by p.id`,
    [],
    'sample_plans_now',
  )
  const categories = await on.query<{ id: number; parent_id: number | null }>(
    'select id, parent_id from product_categories',
    [],
    'sample_plan_categories',
  )
  return {
    plans: new Map<number | null, CategoryPlan>(rows.map(({ category, ...plan }) => [category, plan])),
    categories: new Map(categories.map(({ id, parent_id }) => [id, parent_id])),
  }
}

/** The plan of the category or its nearest ancestor with a plan, else the plan without a category. */
export const planOf = (
  plans: ReadonlyMap<number | null, CategoryPlan>,
  parents: ReadonlyMap<number, number | null>,
  category: number | null,
): CategoryPlan | undefined => {
  const seen = new Set<number>()
  for (let ancestor = category; ancestor !== null && !seen.has(ancestor); ancestor = parents.get(ancestor) ?? null) {
    seen.add(ancestor)
    const plan = plans.get(ancestor)
    if (plan) return plan
  }
  return plans.get(null)
}
