import type { Area } from '../../../shared/area'
import { AreaForm, FormSections } from '../../../web/kit/area-form'
import { PackUnits } from './pack-units'

/** The form of a pre-pack: its names and scale, and how many of each size of that scale it holds. */
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
