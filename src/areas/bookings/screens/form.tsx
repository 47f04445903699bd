import { useRef } from 'react'
import type { Area } from '#shared/kit/area.ts'
import { AreaForm } from '#web/kit/form/area-form.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { api, HttpError } from '#web/providers/http.ts'
import { notifyFailure } from '#web/shell/messages/messages.ts'
import { editPath, screenText, successPath } from './texts'
import { Wizard } from './wizard/wizard'

/** The wizard of a booking; a draft is saved from every step, and submitted from the last one. */
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
    <AreaForm area={area} id={id} wide saveLabel={screenText('wizard.save')} after={after}>
      {(record) => (
        <Wizard
          record={record}
          onSubmit={(wanted) => {
            isSubmitting.current = wanted
          }}
        />
      )}
    </AreaForm>
  )
}
