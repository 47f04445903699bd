import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { useParams, useSearchParams } from 'react-router'
import { today } from '#shared/base/dates.ts'
import type { Area } from '#shared/kit/area.ts'
import { establishedStates } from '#shared/trade/accreditation.ts'
import { AreaForm, FormSections } from '#web/kit/form/area-form.tsx'
import { FieldSection } from '#web/kit/form/field-section.tsx'
import { writableFields } from '#web/kit/form/form-values.ts'
import { sectionTitle } from '#web/kit/form/sections.ts'
import { fieldRights } from '#web/providers/permission.ts'
import { FindingsEditor } from './findings-editor'
import { Proposals } from './proposals'
import { sections } from './sections'

/**
 * The form of an audit: the programme's suggestions are shown below the result, findings with their plan follow. After
 * acceptance, only the plan is editable.
 */
export function Form({ area }: { area: Area }) {
  const { id } = useParams()
  const writable = writableFields(area, fieldRights().mayWrite).map(([name]) => name)
  const fieldsOf = (name: string) =>
    sections.find((section) => section.name === name)?.fields.filter((field) => writable.includes(field)) ?? []
  return (
    <AreaForm area={area}>
      {(record) =>
        establishedStates.includes(record?.status ?? '') ? (
          <>
            <FindingsEditor />
            <FormSections area={area} sections={sectionsNamed('house')} />
          </>
        ) : (
          <>
            {id === undefined && <InitialValues />}
            <FormSections area={area} sections={sectionsNamed('audit')} needed={['auditing_firm_id']} />
            <FieldSection area={area} title={sectionTitle(area, 'result')} fields={fieldsOf('result')} />
            {(record === undefined || record.editable?.includes('grade_id')) && (
              <Proposals isNew={record === undefined} />
            )}
            <FormSections area={area} sections={sectionsNamed('scope')} />
            <FindingsEditor />
            <FormSections area={area} sections={sectionsNamed('house')} />
          </>
        )
      }
    </AreaForm>
  )
}

const sectionsNamed = (name: string) => sections.filter((section) => section.name === name)

/** Fills a new audit from its link: factory, programme and the previous audit. */
function InitialValues() {
  const [search] = useSearchParams()
  const { setValue } = useFormContext()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    for (const name of ['factory_id', 'standard_program_id', 'follow_up_of_id']) {
      const id = Number(search.get(name))
      if (Number.isSafeInteger(id) && id > 0) setValue(name, id, { shouldDirty: true })
    }
    if (search.has('follow_up_of_id')) {
      setValue('audit_type', 'follow_up', { shouldDirty: true })
      setValue('audit_date', today(), { shouldDirty: true })
    }
  }, [])
  return null
}
