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
 * The wizard of a booking; a draft is saved from every step, and submitted from the last one. What the office may change
 * while a booking waits is a plain form.
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
            onSubmit={(wanted) => {
              isSubmitting.current = wanted
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

/** What is booked is a draft as long as its lines may be changed. */
const saveLabel = (record: OpenRecord | undefined) =>
  mayChange(record, 'lines') ? screenText('wizard.save') : undefined
