import type { Area } from '#shared/kit/area.ts'
import { AreaForm, FormSections } from '#web/kit/form/area-form.tsx'
import { LineFacts } from '#web/kit/form/line-facts.tsx'
import { checklist, defects, planned, sampling } from './sections'

/**
 * The form of an activity. The supplier follows from the order line; defects are entered after the inspection has
 * started.
 */
export function Form({ area }: { area: Area }) {
  return (
    <AreaForm area={area}>
      {(record) => (
        <>
          {!record && <LineFacts area={area} />}
          {record?.status === 'in_progress' && <FormSections area={area} sections={[defects, checklist]} />}
          <FormSections area={area} sections={[...planned, sampling]} />
        </>
      )}
    </AreaForm>
  )
}
