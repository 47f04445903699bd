import type { Area } from '../../../shared/area'
import { AreaForm, FormSections } from '../../../web/kit/area-form'
import { RowsEditor } from '../../../web/kit/rows-editor'
import { SkuEditor } from './later'
import { sections } from './plan'

/** The form of an article: what it is, its colours, and the sizes in which each of them is made. */
export function Form({ area }: { area: Area }) {
  return (
    <AreaForm area={area} wide>
      {() => (
        <>
          <FormSections area={area} sections={sections} />
          <RowsEditor area={area} name="colourways" flat />
          <SkuEditor />
          <RowsEditor area={area} name="seasons" />
        </>
      )}
    </AreaForm>
  )
}
