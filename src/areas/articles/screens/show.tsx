import { useParams } from 'react-router'
import type { Area } from '../../../shared/area'
import { titleOf } from '../../../web/fields/titles'
import { KeyFacts, RecordActions, ShowSections } from '../../../web/kit/area-show'
import { Attachments } from '../../../web/kit/attachments-later'
import { History } from '../../../web/kit/history'
import { listAddress } from '../../../web/kit/list-memory'
import { Page } from '../../../web/kit/page'
import { RecordLoading } from '../../../web/kit/record-loading'
import { Related, referringAreas } from '../../../web/kit/related'
import { useRecord } from '../../../web/kit/use-record'
import { listTitle } from '../../../web/kit/words'
import { Images, SkuSection } from './later'
import { sections } from './plan'

/** An article: what it is, its colours by sizes with their numbers, where it was ordered and what happened to it. */
export function Show({ area }: { area: Area }) {
  const { id } = useParams()
  const { record, error, refetch } = useRecord(area, id)
  if (!record) return <RecordLoading area={area} error={error} onRetry={refetch} />
  const hasSeasons = Array.isArray(record.seasons) && record.seasons.length > 0
  return (
    <Page
      title={titleOf(area, record)}
      facts={<KeyFacts area={area} record={record} />}
      back={{ to: listAddress(area), label: listTitle(area) }}
      actions={<RecordActions area={area} record={record} />}
    >
      <SkuSection record={record} />
      <Images record={record} />
      <ShowSections
        area={area}
        sections={[...sections, ...(hasSeasons ? [{ name: 'seasons', fields: ['seasons'] }] : [])]}
        record={record}
      />
      {referringAreas(area).map((referring) => (
        <Related key={`${referring.area} ${referring.by}`} {...referring} id={record.id} />
      ))}
      <Attachments area={area} id={record.id} />
      <History area={area} id={record.id} />
    </Page>
  )
}
