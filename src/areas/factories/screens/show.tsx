import { useParams } from 'react-router'
import type { Area } from '../../../shared/area'
import { titleOf } from '../../../web/fields/titles'
import { KeyFacts, RecordActions, ShowSections } from '../../../web/kit/area-show'
import { Attachments } from '../../../web/kit/attachments-later'
import { History } from '../../../web/kit/history'
import { listAddress } from '../../../web/kit/list-memory'
import { Page } from '../../../web/kit/page'
import { RecordLoading } from '../../../web/kit/record-loading'
import { useRecord } from '../../../web/kit/use-record'
import { listTitle } from '../../../web/kit/words'
import { openChange } from '../rules'
import { ChangeRequests, type Wish } from './change-requests'
import { sections } from './sections'

/** A factory: what waits for an answer, its profile, whom it works for, what happened. */
export function Show({ area }: { area: Area }) {
  const { id } = useParams()
  const { record, error, refetch } = useRecord(area, id)
  if (!record) return <RecordLoading area={area} error={error} onRetry={refetch} />
  const factory = record as typeof record & { changes?: Wish[] }
  return (
    <Page
      title={titleOf(area, record)}
      facts={<KeyFacts area={area} record={record} fields={['factory_code', 'country', 'city']} />}
      back={{ to: listAddress(area), label: listTitle(area) }}
      actions={<RecordActions area={area} record={record} next={nextStep(factory)} />}
    >
      <ChangeRequests area={area} changes={factory.changes ?? []} />
      <ShowSections area={area} record={record} sections={sections} />
      <Attachments area={area} id={record.id} />
      <History area={area} id={record.id} />
    </Page>
  )
}

const nextStep = (factory: { status?: string; changes?: Wish[] }): string | null => {
  if (openChange(factory)) return 'accept_change'
  return { proposed: 'evaluate', under_evaluation: 'approve', conditional: 'approve' }[factory.status ?? ''] ?? null
}
