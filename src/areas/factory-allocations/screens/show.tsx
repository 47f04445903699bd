import type { Area } from '#shared/kit/area.ts'
import { RecordPage, ShowSections } from '#web/kit/record/area-show.tsx'

/** The page of an allocation: subject, dates and answers. */
export const Show = ({ area }: { area: Area }) => (
  <RecordPage area={area} facts={['process_stage', 'qty', 'end_date']} next={nextStep}>
    {(record) => <ShowSections area={area} record={record} />}
  </RecordPage>
)

const nextStep = ({ status }: { status?: string }): string | null =>
  ({ proposed: 'approve', rejected: 'resubmit' })[status ?? ''] ?? null
