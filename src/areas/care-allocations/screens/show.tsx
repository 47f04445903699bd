import type { Area } from '#shared/kit/area.ts'
import { RecordPage, ShowSections } from '#web/kit/record/area-show.tsx'

/** The care instruction of a line: which, for which label, and what was answered. */
export const Show = ({ area }: { area: Area }) => (
  <RecordPage area={area} facts={['care_instruction_id', 'round', 'due_date']} next={nextStep}>
    {(record) => <ShowSections area={area} record={record} />}
  </RecordPage>
)

const nextStep = ({ status }: { status?: string }): string | null =>
  ({
    allocated: 'acknowledge',
    acknowledged: 'submit_evidence',
    submitted: 'approve',
    rejected: 'resubmit',
    outdated: 'reallocate',
  })[status ?? ''] ?? null
