import { useParams } from 'react-router'
import type { Area } from '../../../shared/area'
import { titleOf } from '../../../web/fields/titles'
import { areaName, t } from '../../../web/i18n'
import { FieldSection } from '../../../web/kit/field-section'
import { writableFields } from '../../../web/kit/form-values'
import { listAddress } from '../../../web/kit/list-memory'
import { Page } from '../../../web/kit/page'
import { isEditable, type OpenRecord } from '../../../web/kit/record-actions'
import { RecordForm } from '../../../web/kit/record-form'
import { RecordLoading } from '../../../web/kit/record-loading'
import { RowsEditor } from '../../../web/kit/rows-editor'
import { sectionTitle } from '../../../web/kit/sections'
import { EmptyState } from '../../../web/kit/states'
import { useRecord } from '../../../web/kit/use-record'
import { within } from '../../../web/kit/words'
import { fieldRights } from '../../../web/providers/permission'
import { SkuEditor } from './later'
import { sections } from './plan'

/** The form of an article: what it is, its colours, and the sizes in which each of them is made. */
export function Form({ area }: { area: Area }) {
  const { id } = useParams()
  const { record, error, refetch } = useRecord(area, id)
  if (id !== undefined && !record) return <RecordLoading area={area} error={error} onRetry={refetch} />
  return <ArticleForm key={id ?? 'new'} area={area} record={record} />
}

function ArticleForm({ area, record }: { area: Area; record: OpenRecord | undefined }) {
  const fields = writableFields(area, fieldRights().mayWrite).map(([name]) => name)
  const back = record
    ? { to: `${area.path}/${record.id}`, label: titleOf(area, record) }
    : { to: listAddress(area), label: areaName(area) }
  const title = record
    ? t('kit.form.edit_title', { title: titleOf(area, record) })
    : t('kit.form.new_title', { name: within(areaName(area, true)) })
  return (
    <Page title={title} back={back}>
      {record && !isEditable(record) ? (
        <EmptyState title={t('kit.form.not_editable')} />
      ) : (
        <RecordForm area={area} record={record}>
          {sections.map(({ name, fields: planned }) => (
            <FieldSection
              key={name}
              area={area}
              title={sectionTitle(area, name)}
              fields={planned.filter((field) => fields.includes(field))}
            />
          ))}
          <RowsEditor area={area} name="colourways" flat />
          <SkuEditor />
          <RowsEditor area={area} name="seasons" />
        </RecordForm>
      )}
    </Page>
  )
}
