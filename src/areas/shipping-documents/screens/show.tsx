import type { Area } from '#shared/kit/area.ts'
import { RecordPage, ShowSections } from '#web/kit/record/area-show.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { Review } from './review'
import { outcome, sectionsFor } from './sections'

/** A paper: its file beside what must agree with the booking, what the office says, and the others of the booking. */
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

/** The office decides; the supplier submits what was rejected once more. */
const nextSteps = ({ moves }: OpenRecord) => {
  const allowed = (moves ?? []).filter((offer) => offer.allowed).map(({ name }) => name)
  const steps = ['approve', 'reject'].every((name) => allowed.includes(name)) ? ['approve', 'reject'] : ['submit']
  return steps.filter((name) => allowed.includes(name))
}
