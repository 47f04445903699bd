import { type DateOrder, dateProblems } from '#shared/kit/checks.ts'
import type { Rules } from '#shared/kit/rules.ts'

export const rules: Rules = {
  check: (season) => dateProblems(season, dateOrders),

  // Only administrators edit a frozen season, which takes no new orders; a closed season is read-only.
  editable: ({ status }, { me }) => {
    const isOpen = status !== 'closed' && (status !== 'frozen' || me.role === 'admin')
    return () => isOpen
  },
}

const dateOrders: readonly DateOrder[] = [
  { early: 'purchase_from', late: 'purchase_to', at: 'purchase_to', text: 'problems.seasons.purchase_reversed' },
  { early: 'delivery_from', late: 'delivery_to', at: 'delivery_to', text: 'problems.seasons.delivery_reversed' },
  { early: 'sales_from', late: 'sales_to', at: 'sales_to', text: 'problems.seasons.sales_reversed' },
  { early: 'purchase_from', late: 'delivery_from', at: 'delivery_from', text: 'problems.seasons.delivery_too_early' },
  { early: 'delivery_from', late: 'sales_to', at: 'sales_to', text: 'problems.seasons.sales_too_early' },
  { early: 'sales_from', late: 'markdown_from', at: 'markdown_from', text: 'problems.seasons.markdown_too_early' },
  { early: 'markdown_from', late: 'sales_to', at: 'markdown_from', text: 'problems.seasons.markdown_too_late' },
]
