import type { Area } from '#shared/kit/area.ts'
import { AreaForm, FormSections } from '#web/kit/form/area-form.tsx'
import { EffectOfForm } from './effect'

/** The form of a profile, with the number of open lines that the change affects. */
export function Form({ area }: { area: Area }) {
  return (
    <AreaForm area={area}>
      {(record) => (
        <>
          <FormSections area={area} />
          <EffectOfForm id={record?.id} />
        </>
      )}
    </AreaForm>
  )
}
