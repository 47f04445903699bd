import TextField from '@mui/material/TextField'

/** A day to choose. */
export function DayInput({ label, value, onChange, problem = '' }: DayInputProps) {
  return (
    <TextField
      type="date"
      size="small"
      label={label}
      value={value}
      error={problem !== ''}
      helperText={problem}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ inputLabel: { shrink: true } }}
      sx={{ width: { xs: 1, sm: 180 } }}
    />
  )
}

interface DayInputProps {
  label: string
  value: string
  onChange: (day: string) => void
  problem?: string
}
