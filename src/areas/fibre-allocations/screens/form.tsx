import type { Area } from '#shared/kit/area.ts'
import { CompositionSection } from '#web/kit/composition/composition-editor.tsx'
import { AreaForm, FormSections } from '#web/kit/form/area-form.tsx'
import type { SectionPlan } from '#web/kit/form/sections.ts'
import { fieldRights } from '#web/providers/permission.ts'

/** The form of a line's composition and its evidence. The office also edits the wording of the label. */
export const Form = ({ area }: { area: Area }) => (
  <AreaForm area={area}>
    {(record) => (
      <>
        {!record && <FormSections area={area} sections={lineSections} />}
        <CompositionSection area={area} name="declared" />
        <FormSections area={area} sections={evidenceSections} />
        <CompositionSection area={area} name="tested" />
        {fieldRights().mayWrite(area, 'label') && record?.status === 'approved' && (
          <CompositionSection area={area} name="label" />
        )}
        <FormSections area={area} sections={commentSections} />
      </>
    )}
  </AreaForm>
)

const lineSections: readonly SectionPlan[] = [{ name: 'line', fields: ['po_line_id'] }]

const evidenceSections: readonly SectionPlan[] = [
  {
    name: 'evidence',
    fields: ['claim_standards', 'scope_certificate_no', 'scope_valid_until', 'transaction_certificate_no'],
  },
  { name: 'laboratory', fields: ['laboratory', 'test_report_no', 'tested_on'] },
]

const commentSections: readonly SectionPlan[] = [{ name: 'answer', fields: ['due_date', 'comment'] }]
