import { useWatch } from 'react-hook-form'
import type { Area } from '#shared/kit/area.ts'
import { CompositionSection } from '#web/kit/composition/composition-editor.tsx'
import { AreaForm, FormSections } from '#web/kit/form/area-form.tsx'
import { OtherCounts } from './other-counts'
import { sections } from './sections'

/** The form of a yarn: count with its conversions, and composition. */
export function Form({ area }: { area: Area }) {
  return (
    <AreaForm area={area}>
      {() => (
        <>
          <FormSections area={area} sections={before} />
          <TypedCounts />
          <CompositionSection area={area} name="fibres" />
          <FormSections area={area} sections={after} />
        </>
      )}
    </AreaForm>
  )
}

const at = sections.findIndex(({ name }) => name === 'composition')
const before = sections.slice(0, at)
const after = sections.slice(at + 1)

const TypedCounts = () => {
  const [count, system] = useWatch({ name: ['count_value', 'count_system'] })
  return <OtherCounts count={count} system={system} />
}
