import type { Area } from '#shared/kit/area.ts'
import { AreaForm, FormSections } from '#web/kit/form/area-form.tsx'
import { LineFacts } from '#web/kit/form/line-facts.tsx'
import { sections } from './sections'

/** One request. The order line names article and supplier. */
export function Form({ area }: { area: Area }) {
  return (
    <AreaForm area={area}>
      {(record) => (
        <>
          {!record && <LineFacts area={area} />}
          <FormSections area={area} sections={sections} />
        </>
      )}
    </AreaForm>
  )
}
