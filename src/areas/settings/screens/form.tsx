import type { Area } from '#shared/kit/area.ts'
import { AreaForm, FormSections } from '#web/kit/form/area-form.tsx'
import { PolicyEffects } from './policy-effects'
import { sections } from './sections'

const afterPolicies = sections.findIndex(({ name }) => name === 'policy_changes') + 1

/** The settings; below the policies stands which open lines a change of them is about. */
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
