import type { Area } from '#shared/kit/area.ts'
import { RecordPage, ShowSections } from '#web/kit/record/area-show.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { session } from '#web/providers/session.ts'

/** A ticket: what was said and answered, what came with it, where it was seen, what happened since. */
export function Show({ area }: { area: Area }) {
  return (
    <RecordPage area={area} title={titleOf} facts={['category', 'reporter_id']} next={nextStep}>
      {(ticket) => <ShowSections area={area} record={ticket} />}
    </RecordPage>
  )
}

const titleOf = (_area: Area, { ticket_no, subject }: OpenRecord) => `${ticket_no} · ${subject}`

/** The step that the ticket waits for: an answer, and then whether it was one. */
const nextStep = ({ status, reporter_id }: OpenRecord): string | null => {
  if (status === 'open') return 'answer'
  return status === 'answered' && reporter_id === session()?.id ? 'reopen' : null
}
