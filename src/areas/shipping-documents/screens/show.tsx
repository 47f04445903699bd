import type { Area } from '#shared/kit/area.ts'
import { RecordPage, ShowSections } from '#web/kit/record/area-show.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { Review } from './review'
import { outcome, sectionsFor } from './sections'

/**
 * The page of a document: its file next to the facts of the booking, the review, and the other documents of the
 * booking.
 */
export function Show({ area }: { area: Area }) {
  return (
    <RecordPage area={area} facts={['booking_id', 'supplier_id', 'due_date', 'version_no']} next={nextSteps}>
      {(record) => (
        <>
          <Review area={area} record={record} />
          <ShowSections area={area} record={record} sections={[...outcome, ...sectionsFor(record)]} />
        </>
      )}
    </RecordPage>
  )
}

/** The office approves or rejects; the supplier resubmits rejected documents. */
const nextSteps = ({ moves }: OpenRecord) => {
  const allowed = (moves ?? []).filter((offer) => offer.allowed).map(({ name }) => name)
  const steps = ['approve', 'reject'].every((name) => allowed.includes(name)) ? ['approve', 'reject'] : ['submit']
  return steps.filter((name) => allowed.includes(name))
}
