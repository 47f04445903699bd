import type { Area } from '../../../shared/area'
import { AreaForm } from '../../../web/kit/area-form'
import type { SectionPlan } from '../../../web/kit/sections'

/** An allocation to one line, or what was said of it. */
export const Form = ({ area }: { area: Area }) => <AreaForm area={area} sections={sections} />

const sections: readonly SectionPlan[] = [
  { name: 'what', fields: ['po_line_id', 'factory_id', 'process_stage', 'qty', 'override_reason'] },
  { name: 'when', fields: ['start_date', 'end_date', 'due_date', 'comment'] },
]
