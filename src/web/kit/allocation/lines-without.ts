import { register } from '#register'
import type { Area } from '#shared/kit/area.ts'
import { fieldIs } from '#shared/kit/filter.ts'
import { type AllocationPlan, planOf, readinessField } from '#shared/trade/allocation.ts'
import { filterParams } from '#web/kit/list/list-address.ts'

/**
 * The address of the list of open lines without an allocation, or in other states of readiness, sorted by ex-factory
 * date. It has fifty lines per page, so that many can be selected at once. `columns` are further columns to show.
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
