import type { Area } from '#shared/kit/area.ts'
import { AreaShow } from '#web/kit/record/area-show.tsx'

/** A report without its title among its facts: line and day stand beside it. */
export function Show({ area }: { area: Area }) {
  return <AreaShow area={area} sections={sections} />
}

const sections = [
  {
    name: 'details',
    fields: [
      'po_line_id',
      'supplier_id',
      'factory_id',
      'report_date',
      'stage',
      'cumulative_qty',
      'daily_qty',
      'correction_reason',
      'reporter_id',
    ],
  },
  { name: 'notes', fields: ['remark'] },
]
