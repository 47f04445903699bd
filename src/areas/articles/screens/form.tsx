import type { Area } from '#shared/kit/area.ts'
import { AreaForm, FormSections } from '#web/kit/form/area-form.tsx'
import { RowsEditor } from '#web/kit/form/rows-editor.tsx'
import { ColourCompositionEditors, SkuEditor } from './lazy-sections'

/** The form of an article: its fields, colours, and the sizes of each colour. */
export function Form({ area }: { area: Area }) {
  return (
    <AreaForm area={area} wide>
      {() => (
        <>
          <FormSections area={area} />
          <RowsEditor area={area} name="colourways" columns={colourColumns} flat />
          <ColourCompositionEditors />
          <SkuEditor />
          <RowsEditor area={area} name="seasons" />
        </>
      )}
    </AreaForm>
  )
}

const colourColumns = ['code', 'name_en', 'name_zh', 'pantone_ref', 'yarn_id', 'active']
