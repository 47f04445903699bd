import { useParams } from 'react-router'
import type { Area } from '../../../shared/area'
import { KeyFacts, RecordActions, ShowSections } from '../../../web/kit/area-show'
import { Attachments } from '../../../web/kit/attachments-later'
import { History } from '../../../web/kit/history'
import { listAddress } from '../../../web/kit/list-memory'
import { Page } from '../../../web/kit/page'
import type { OpenRecord } from '../../../web/kit/record-actions'
import { RecordLoading } from '../../../web/kit/record-loading'
import { RecordStepper } from '../../../web/kit/record-stepper'
import { useRecord } from '../../../web/kit/use-record'
import { listTitle } from '../../../web/kit/words'
import { session } from '../../../web/providers/session'

/** A ticket: what was said and answered, what came with it, where it was seen, what happened since. */
export function Show({ area }: { area: Area }) {
  const { id } = useParams()
  const { record, error, refetch } = useRecord(area, id)
  if (!record) return <RecordLoading area={area} error={error} onRetry={refetch} />
  return (
    <Page
      title={titleOf(record)}
      facts={<KeyFacts area={area} record={record} fields={['category', 'reporter_id']} />}
      back={{ to: listAddress(area), label: listTitle(area), beside: <RecordStepper area={area} /> }}
      actions={<RecordActions area={area} record={record} next={nextStep(record)} />}
    >
      <ShowSections area={area} record={record} sections={sections} />
      <Attachments area={area} id={record.id} />
      <History area={area} id={record.id} />
    </Page>
  )
}

const titleOf = ({ ticket_no, subject }: OpenRecord) => `${ticket_no} · ${subject}`

/** The step that the ticket waits for: an answer, and then whether it was one. */
const nextStep = ({ status, reporter_id }: OpenRecord): string | null => {
  if (status === 'open') return 'answer'
  return status === 'answered' && reporter_id === session()?.id ? 'reopen' : null
}

const sections = [
  { name: 'conversation', fields: ['message', 'answer', 'answered_by', 'answered_at', 'follow_up'] },
  { name: 'details', fields: ['page', 'browser'] },
]
