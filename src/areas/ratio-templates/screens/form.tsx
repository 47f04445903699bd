import type { Area } from '#shared/kit/area.ts'
import { AreaForm, FormSections } from '#web/kit/form/area-form.tsx'
import { PackUnits } from './pack-units'

/** The form of a pre-pack: names, scale, and the pieces of each size. */
export function Form({ area }: { area: Area }) {
  return (
    <AreaForm area={area}>
      {() => (
        <>
          <FormSections area={area} sections={sections} />
          <PackUnits />
        </>
      )}
    </AreaForm>
  )
}

const sections = [{ name: 'ratio', fields: ['code', 'size_scale_id', 'name_en', 'name_zh'] }]
