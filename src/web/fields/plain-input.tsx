import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput'
import { useState } from 'react'
import { type FilterInputProps, type InputProps, inputAttributes } from './field-kind'

/** A text input bound to its label, help and error; empty text is null. Further props override the defaults. */
export function PlainInput({ props, ...overrides }: { props: InputProps } & OutlinedInputProps) {
  const { id, value, onChange, onBlur, invalid } = props
  return (
    <OutlinedInput
      id={id}
      size="small"
      fullWidth
      error={invalid}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || null)}
      onBlur={onBlur}
      {...overrides}
      inputProps={{ ...inputAttributes(props), ...overrides.inputProps }}
    />
  )
}

/** A filter value, parsed by `read`. */
export function PlainFilter({ props, read, inputProps }: PlainFilterProps) {
  const { id, values, onChange, label } = props
  const readAs = (text: string) => (read ? read(text) : text)
  // Partial input may parse differently (`1,0` on the way to `1,000`), so the text stays as typed.
  const [typed, setTyped] = useState(values[0] ?? '')
  return (
    <OutlinedInput
      id={id}
      size="small"
      fullWidth
      autoFocus
      value={readAs(typed) === (values[0] ?? '') ? typed : (values[0] ?? '')}
      onChange={({ target }) => {
        const parsed = readAs(target.value)
        setTyped(target.value)
        onChange(parsed ? [parsed] : [])
      }}
      inputProps={{ 'aria-label': label, ...inputProps }}
    />
  )
}

interface PlainFilterProps {
  props: FilterInputProps
  read?: (typed: string) => string
  inputProps?: OutlinedInputProps['inputProps']
}
