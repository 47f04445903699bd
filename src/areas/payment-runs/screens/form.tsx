import type { Area } from '#shared/kit/area.ts'
import { AreaForm, FormSections } from '#web/kit/form/area-form.tsx'
import { ItemRows } from './item-rows'
import { itemsOf } from './items'
import { Proposal } from './proposal'
import { run } from './sections'

/** The form of a run: its items are proposed and can then be excluded or reduced. */
export function Form({ area }: { area: Area }) {
  return (
    <AreaForm area={area} wide>
      {(record) => (
        <>
          <FormSections area={area} sections={[run]} />
          {record ? <ItemRows facts={itemsOf(record)} /> : <Proposal />}
        </>
      )}
    </AreaForm>
  )
}
