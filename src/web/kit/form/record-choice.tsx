import Box from '@mui/material/Box'
import { useEffect } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import type { Area } from '#shared/kit/area.ts'
import type { Field } from '#shared/kit/fields.ts'
import { FieldInput } from './field'

/** Chooses the record whose figures a page shows, by a reference; `chosen` is what the address names. */
export function RecordChoice({ area, name, field, label, chosen, onChoose }: Props) {
  const form = useForm({ defaultValues: { record: chosen ? Number(chosen) : null } })
  const { record } = useWatch({ control: form.control })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address follows the choice, not the other way round
  useEffect(() => {
    const id = record ? String(record) : null
    if (id !== chosen) onChoose(id)
  }, [record])
  return (
    <FormProvider {...form}>
      <Box sx={{ width: { xs: 1, sm: 280 } }}>
        <FieldInput area={area} name={name} field={field} path="record" label={label} optional={false} />
      </Box>
    </FormProvider>
  )
}

interface Props {
  area: Area
  name: string
  field: Field
  label: string
  chosen: string | null
  onChoose: (id: string | null) => void
}

/** A record's number in an address; null where it is none. */
export const idIn = (search: URLSearchParams, name: string): string | null => {
  const id = search.get(name) ?? ''
  return /^[1-9]\d{0,14}$/.test(id) ? id : null
}
