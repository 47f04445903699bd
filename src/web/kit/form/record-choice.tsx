import Box from '@mui/material/Box'
import type { Area } from '#shared/kit/area.ts'
import type { Field } from '#shared/kit/fields.ts'
import { ReferenceInput } from '#web/fields/reference-input.tsx'
import { FieldFrame } from './field-frame'

/** Selects the record that a page of figures is about. `chosen` is the id in the page's address. */
export function RecordChoice({ area, name, field, label, placeholder, chosen, onChoose }: Props) {
  return (
    <Box sx={{ width: { xs: 1, sm: 280 } }}>
      <FieldFrame label={label}>
        {(binding) => (
          <ReferenceInput
            {...binding}
            area={area}
            name={name}
            field={field}
            record={{}}
            label={label}
            placeholder={placeholder}
            value={chosen ? Number(chosen) : null}
            onChange={(id) => onChoose(id ? String(id) : null)}
          />
        )}
      </FieldFrame>
    </Box>
  )
}

interface Props {
  area: Area
  name: string
  field: Field
  label: string
  /** Shown while no record is selected. */
  placeholder?: string
  chosen: string | null
  onChoose: (id: string | null) => void
}

/** A record id from a parameter of the address; null when it is absent or invalid. */
export const idIn = (search: URLSearchParams, name: string): string | null => {
  const id = search.get(name) ?? ''
  return /^[1-9]\d{0,14}$/.test(id) ? id : null
}
