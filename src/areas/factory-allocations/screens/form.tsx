import type { Area } from '#shared/kit/area.ts'
import { AreaForm } from '#web/kit/form/area-form.tsx'
import type { SectionPlan } from '#web/kit/form/sections.ts'
import { session } from '#web/providers/session.ts'

/** The form of an allocation to one line. */
export const Form = ({ area }: { area: Area }) => (
  <AreaForm area={area} sections={session()?.role === 'Agent' ? proposal : sections} />
)

const subject = { name: 'what', fields: ['po_line_id', 'factory_id', 'process_stage', 'qty', 'override_reason'] }

const sections: readonly SectionPlan[] = [
  subject,
  { name: 'when', fields: ['start_date', 'end_date', 'due_date', 'comment'] },
]

/** The office sets the due date of an answer, not the supplier. */
const proposal: readonly SectionPlan[] = [subject, { name: 'when', fields: ['start_date', 'end_date', 'comment'] }]
