import type { Area } from '#shared/kit/area.ts'
import { AreaForm, FormSections } from '#web/kit/form/area-form.tsx'
import { PolicyEffects } from './policy-effects'
import { sections } from './sections'

const afterPolicies = sections.findIndex(({ name }) => name === 'policy_changes') + 1

/** The form of the settings; the effect of changed policies on open lines is shown below them. */
export function Form({ area }: { area: Area }) {
  return (
    <AreaForm area={area}>
      {(record) => (
        <>
          <FormSections area={area} sections={sections.slice(0, afterPolicies)} />
          {record && <PolicyEffects record={record} />}
          <FormSections area={area} sections={sections.slice(afterPolicies)} />
        </>
      )}
    </AreaForm>
  )
}
