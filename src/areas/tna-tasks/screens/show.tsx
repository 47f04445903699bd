import type { Area } from '#shared/kit/area.ts'
import { AreaShow } from '#web/kit/record/area-show.tsx'
import { useSession } from '#web/providers/session.ts'

/**
 * The page of a milestone: line and status, then the calculation of its date; the codes of the template are for the
 * office.
 */
export const Show = ({ area }: { area: Area }) => {
  const role = useSession()?.role
  return (
    <AreaShow area={area} sections={role === 'admin' || role === 'Office' ? [details, houseRule] : [details, rule]} />
  )
}

const details = {
  name: 'details',
  fields: [
    'purchase_order_id',
    'po_line_id',
    'supplier_id',
    'owner',
    'planned_date',
    'revised_date',
    'expected_date',
    'actual_date',
    'late_days',
    'set_by',
    'done_by',
    'reason',
  ],
}
const rule = { name: 'rule', fields: ['anchor', 'offset_days', 'offset_days_air', 'duration_days', 'filled_by'] }
const houseRule = {
  ...rule,
  fields: [...rule.fields, 'code', 'after_code', 'and_after_code', 'name_en', 'name_zh', 'seq'],
}
