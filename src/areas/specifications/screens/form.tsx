import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Area } from '#shared/kit/area.ts'
import { AreaForm, FormSections } from '#web/kit/form/area-form.tsx'
import { MeasureTable } from './measures/measure-table'
import { foreignFields, sectionsFor } from './sections'

/** The form of a specification: the facts of its type, and for measures the table. */
export function Form({ area }: { area: Area }) {
  return (
    <AreaForm area={area} wide>
      {() => <FactsOfType area={area} />}
    </AreaForm>
  )
}

function FactsOfType({ area }: { area: Area }) {
  const [type, scope] = useWatch({ name: ['spec_type', 'applies_to'] }) as unknown[]
  useOnlyOwn(type, scope)
  const sections = sectionsFor(type, scope)
  const at = sections.findIndex(({ name }) => name === 'measurement') + 1
  if (at === 0) return <FormSections area={area} sections={sections} />
  return (
    <>
      <FormSections area={area} sections={sections.slice(0, at)} />
      <MeasureTable />
      <FormSections area={area} sections={sections.slice(at)} />
    </>
  )
}

/** What was entered for another type or scope would be refused where nobody sees it: it is emptied. */
const useOnlyOwn = (type: unknown, scope: unknown) => {
  const { getValues, setValue } = useFormContext()
  useEffect(() => {
    for (const name of foreignFields(type, scope)) {
      const value: unknown = getValues(name)
      const isEmpty = value === null || value === undefined || value === '' || value === false
      if (isEmpty || (Array.isArray(value) && value.length === 0)) continue
      setValue(name, Array.isArray(value) ? [] : typeof value === 'boolean' ? false : null, { shouldDirty: true })
    }
  }, [type, scope, getValues, setValue])
}
