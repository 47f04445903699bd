import { useRef } from 'react'
import type { Area } from '#shared/kit/area.ts'
import { AreaForm } from '#web/kit/form/area-form.tsx'
import { FieldSection } from '#web/kit/form/field-section.tsx'
import { sectionTitle } from '#web/kit/form/sections.ts'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { api, HttpError } from '#web/providers/http.ts'
import { notifyFailure } from '#web/shell/messages/messages.ts'
import { editPath, screenText, successPath } from './texts'
import { Wizard } from './wizard/wizard'

/**
 * The form of a booking. While its lines can change, it is a wizard: every step saves a draft, the last one submits.
 * Fields that the office may change later are a plain form.
 */
export function Form({ area, id }: { area: Area; id?: string }) {
  const isSubmitting = useRef(false)
  const after = async (saved: OpenRecord): Promise<string | undefined> => {
    if (!isSubmitting.current) return undefined
    isSubmitting.current = false
    try {
      await api('POST', `${area.name}/${saved.id}/moves/submit`, { body: { version: saved.version } })
      return successPath(saved.id)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      notifyFailure(error)
      return editPath(saved.id)
    }
  }
  return (
    <AreaForm area={area} id={id} wide saveLabel={saveLabel} after={after}>
      {(record) =>
        mayChange(record, 'cartons') ? (
          <Wizard
            record={record}
            onSubmit={(isSubmit) => {
              isSubmitting.current = isSubmit
            }}
          />
        ) : (
          <FieldSection
            area={area}
            title={sectionTitle(area, 'parties')}
            fields={['consignee', 'notify_party', 'remarks']}
          />
        )
      }
    </AreaForm>
  )
}

const mayChange = (record: OpenRecord | undefined, field: string) =>
  !record?.editable || record.editable.includes(field)

/** The booking can be saved as a draft while its lines can change. */
const saveLabel = (record: OpenRecord | undefined) =>
  mayChange(record, 'lines') ? screenText('wizard.save') : undefined
