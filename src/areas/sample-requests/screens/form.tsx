import type { Area } from '#shared/kit/area.ts'
import { AreaForm, FormSections } from '#web/kit/form/area-form.tsx'
import { LineFacts } from '#web/kit/form/line-facts.tsx'
import { sections } from './sections'

/** The form of a request. Article and supplier follow from the order line. */
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
