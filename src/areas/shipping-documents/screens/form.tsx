import type { Area } from '#shared/kit/area.ts'
import { AreaForm, FormSections } from '#web/kit/form/area-form.tsx'
import { sectionsFor } from './sections'

/** The form of a document, with the facts of its type. */
export function Form({ area }: { area: Area }) {
  return <AreaForm area={area}>{(record) => <FormSections area={area} sections={sectionsFor(record)} />}</AreaForm>
}
