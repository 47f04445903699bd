import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import type { Area } from '#shared/kit/area.ts'
import type { Values } from '#shared/kit/schema.ts'
import { titleOf } from '#web/fields/titles.ts'
import { areaName, t } from '#web/i18n.ts'
import { inSentence, listTitle } from '#web/kit/page/list-labels.ts'
import { listAddress } from '#web/kit/page/list-memory.ts'
import { Page } from '#web/kit/page/page.tsx'
import { EmptyState } from '#web/kit/page/states.tsx'
import { isEditable, type OpenRecord } from '#web/kit/record/record-actions.ts'
import { RecordLoading } from '#web/kit/record/record-loading.tsx'
import { RecordStepper } from '#web/kit/record/record-stepper.tsx'
import { useRecord } from '#web/kit/record/use-record.ts'
import { fieldRights } from '#web/providers/permission.ts'
import { sectionsOf } from './area-sections'
import { FieldSection, type FieldSectionProps } from './field-section'
import { writableFields } from './form-values'
import { RecordForm, type RecordFormProps } from './record-form'
import { RowsEditor } from './rows-editor'
import { type SectionPlan, sectionHelp, sectionTitle } from './sections'

/**
 * The standard form of an area, for a new record or the record of the address. `children` replace the sections; `wide`
 * uses the full page width; other props go to `RecordForm`.
 */
export function AreaForm({ area, id, copyOf, ...form }: AreaFormProps) {
  const params = useParams()
  const recordId = area.single ? '1' : (id ?? params.id)
  const isCopy = recordId === undefined && copyOf !== undefined
  const { record, error, refetch } = useRecord(area, isCopy ? copyOf.id : recordId)
  if ((isCopy || recordId !== undefined) && !record)
    return <RecordLoading area={area} error={error} onRetry={refetch} />
  if (isCopy && record)
    return <FormPage key={`copy-${copyOf.id}`} area={area} initial={copyOf.values(record)} {...form} />
  return <FormPage key={recordId ?? 'new'} area={area} record={record} {...form} />
}

interface AreaFormProps
  extends SectionsProps,
    Pick<RecordFormProps, 'summary' | 'derive' | 'successText' | 'after' | 'saveLabel'> {
  /** The record that a new one is copied from, and the values of the copy, without ids. */
  copyOf?: { id: string; values: (record: OpenRecord) => Values }
  /** Id of the record, if it is not the address parameter `id`. */
  id?: string
  children?: (record: OpenRecord | undefined) => ReactNode
  wide?: boolean
}

function FormPage({ area, sections, record, children, wide, ...form }: FormPageProps) {
  const back = record
    ? {
        to: area.single ? (area.path ?? '/') : `${area.path}/${record.id}`,
        label: titleOf(area, record),
        adjacent: <RecordStepper area={area} />,
      }
    : { to: listAddress(area), label: listTitle(area) }
  const title = record
    ? t('kit.form.edit_title', { title: titleOf(area, record) })
    : t('kit.form.new_title', { name: inSentence(areaName(area, true)) })
  return (
    <Page title={title} back={back} fit={wide ? undefined : 'form'}>
      {record && !isEditable(area, record) ? (
        <EmptyState title={t('kit.form.not_editable')} />
      ) : (
        <RecordForm area={area} record={record} {...form}>
          {children ? children(record) : <FormSections area={area} sections={sections} />}
        </RecordForm>
      )}
    </Page>
  )
}

interface FormPageProps extends AreaFormProps, Pick<RecordFormProps, 'record' | 'initial'> {}

/** The sections of a form: the given ones, else the area's, else the default ones. `needed` as in `FieldSection`. */
export function FormSections({ area, sections, needed }: SectionsProps & Pick<FieldSectionProps, 'needed'>) {
  const fields = writableFields(area, fieldRights().mayWrite).map(([name]) => name)
  return (sections ?? sectionsOf(area, fields)).map(({ name, fields: planned }) => {
    if (area.fields[name]?.kind === 'rows') return <RowsEditor key={name} area={area} name={name} />
    const writable = planned.filter((field) => fields.includes(field))
    // Sections without a writable field are left out.
    if (writable.length === 0) return null
    const texts = { title: sectionTitle(area, name), help: sectionHelp(area, name) }
    return <FieldSection key={name} area={area} {...texts} fields={writable} needed={needed} />
  })
}

interface SectionsProps {
  area: Area
  sections?: readonly SectionPlan[]
}
