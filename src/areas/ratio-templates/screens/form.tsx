import { useParams } from 'react-router'
import type { Area } from '../../../shared/area'
import { titleOf } from '../../../web/fields/titles'
import { areaName, t } from '../../../web/i18n'
import { FieldSection } from '../../../web/kit/field-section'
import { listAddress } from '../../../web/kit/list-memory'
import { Page } from '../../../web/kit/page'
import { isEditable, type OpenRecord } from '../../../web/kit/record-actions'
import { RecordForm } from '../../../web/kit/record-form'
import { RecordLoading } from '../../../web/kit/record-loading'
import { sectionTitle } from '../../../web/kit/sections'
import { EmptyState } from '../../../web/kit/states'
import { useRecord } from '../../../web/kit/use-record'
import { within } from '../../../web/kit/words'
import { ratioTemplates } from '../area'
import { PackUnits } from './pack-units'

/** The form of a pre-pack: its names and scale, and how many of each size of that scale it holds. */
export function Form({ area }: { area: Area }) {
  const { id } = useParams()
  const { record, error, refetch } = useRecord(area, id)
  if (id !== undefined && !record) return <RecordLoading area={ratioTemplates} error={error} onRetry={refetch} />
  return <RatioForm key={id ?? 'new'} area={area} record={record} />
}

function RatioForm({ area, record }: { area: Area; record: OpenRecord | undefined }) {
  const back = record
    ? { to: `${area.path}/${record.id}`, label: titleOf(area, record) }
    : { to: listAddress(area), label: areaName(area) }
  const title = record
    ? t('kit.form.edit_title', { title: titleOf(area, record) })
    : t('kit.form.new_title', { name: within(areaName(area, true)) })
  return (
    <Page title={title} back={back} fit="form">
      {record && !isEditable(record) ? (
        <EmptyState title={t('kit.form.not_editable')} />
      ) : (
        <RecordForm area={area} record={record}>
          <FieldSection
            area={area}
            title={sectionTitle(area, 'ratio')}
            fields={['code', 'size_scale_id', 'name_en', 'name_zh']}
          />
          <PackUnits />
        </RecordForm>
      )}
    </Page>
  )
}
