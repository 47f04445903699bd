import type { Area } from '#shared/kit/area.ts'
import { RecordPage, ShowSections } from '#web/kit/record/area-show.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { session } from '#web/providers/session.ts'

/** A ticket: report, answer, attachments, page, history. */
export function Show({ area }: { area: Area }) {
  return (
    <RecordPage area={area} title={titleOf} facts={['category', 'reporter_id']} next={nextStep}>
      {(ticket) => <ShowSections area={area} record={ticket} />}
    </RecordPage>
  )
}

const titleOf = (_area: Area, { ticket_no, subject }: OpenRecord) => `${ticket_no} · ${subject}`

/** The next step of the ticket: an answer, then its confirmation. */
const nextStep = ({ status, reporter_id }: OpenRecord): string | null => {
  if (status === 'open') return 'answer'
  return status === 'answered' && reporter_id === session()?.id ? 'reopen' : null
}
