import type { Area } from '#shared/kit/area.ts'
import { AreaForm, FormSections } from '#web/kit/form/area-form.tsx'
import { formSections } from './sections'

/** The form of a claim. For counted lines only the amount can be reduced; other lines are entered with their units. */
export function Form({ area }: { area: Area }) {
  return <AreaForm area={area}>{() => <FormSections area={area} sections={formSections} />}</AreaForm>
}
