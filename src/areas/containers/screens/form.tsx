import type { Area } from '#shared/kit/area.ts'
import { AreaForm, FormSections } from '#web/kit/form/area-form.tsx'
import { sections } from './sections'

/** The form of a container. Its goods come from bookings and are counted on the receiving page. */
export function Form({ area }: { area: Area }) {
  return (
    <AreaForm area={area}>
      {(record) => (
        <FormSections
          area={area}
          sections={
            record && record.status !== 'planned'
              ? [...sections, { name: 'receipt', fields: ['damage_notes'] }]
              : sections
          }
        />
      )}
    </AreaForm>
  )
}
