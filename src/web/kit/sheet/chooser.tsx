import Box from '@mui/material/Box'
import NativeSelect from '@mui/material/NativeSelect'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useId } from 'react'

interface ChooserProps {
  label: string
  value: string
  options: { value: string; label: string }[]
  onChange: (value: string) => void
}

/** A labelled select with a few values. */
export function Chooser({ label, value, options, onChange }: ChooserProps) {
  const id = useId()
  return (
    <Box sx={{ display: 'grid', gap: 0.5, minWidth: { xs: 1, sm: 200 } }}>
      <Box component="label" htmlFor={id} sx={{ fontSize: 12, fontWeight: 500 }}>
        {label}
      </Box>
      <NativeSelect
        value={value}
        onChange={(event) => onChange(event.target.value)}
        input={<OutlinedInput size="small" />}
        inputProps={{ id }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </NativeSelect>
    </Box>
  )
}
