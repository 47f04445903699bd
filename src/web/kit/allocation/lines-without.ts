import { register } from '#register'
import type { Area } from '#shared/kit/area.ts'
import { fieldIs } from '#shared/kit/filter.ts'
import { type AllocationPlan, planOf, readinessField } from '#shared/trade/allocation.ts'
import { filterParams } from '#web/kit/list/list-address.ts'

/**
 * The address of the open lines that nothing is allocated to yet, or of those in these states of readiness. The next to
 * leave the factory come first, fifty on a page, so that many can be chosen at once. `columns` are those of the kind.
 */
export const linesWithout = (area: Area, states = ['missing'], columns: readonly string[] = []): string => {
  const plan = planOf(area) as AllocationPlan
  const readiness = readinessField(plan)
  const shown = ['line_title', readiness, 'purchase_order_id', 'article_id', 'colourway_id', 'qty', ...columns]
  return `${register.get(plan.lines).path}?${new URLSearchParams([
    ...filterParams({ filters: [fieldIs('line_status', 'open'), fieldIs(readiness, ...states)] }),
    ['_sort', 'ex_factory_date'],
    ['_order', 'asc'],
    ['_size', '50'],
    ['_cols', [...shown, 'ex_factory_date'].join(',')],
  ])}`
}
