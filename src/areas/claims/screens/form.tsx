import type { Area } from '#shared/kit/area.ts'
import { AreaForm, FormSections } from '#web/kit/form/area-form.tsx'
import { formSections } from './sections'

/** One claim. Of what was counted a person lowers the amount; lines of another kind are entered with their units. */
export function Form({ area }: { area: Area }) {
  return <AreaForm area={area}>{() => <FormSections area={area} sections={formSections} />}</AreaForm>
}
