import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput'
import { useState } from 'react'
import { type FilterInputProps, type InputProps, inputAttributes } from './field-kind'

/** What is typed, bound to its label, help and error; empty is null. `own` goes over the usual attributes. */
export function PlainInput({ props, ...own }: { props: InputProps } & OutlinedInputProps) {
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
      {...own}
      inputProps={{ ...inputAttributes(props), ...own.inputProps }}
    />
  )
}

/** One typed value to compare with, `read` before it is kept. */
export function PlainFilter({ props, read, inputProps }: PlainFilterProps) {
  const { id, values, onChange, label } = props
  const readAs = (text: string) => (read ? read(text) : text)
  // What is half typed reads otherwise than when it is whole (`1,0` on the way to `1,000`): it stays as it is typed.
  const [typed, setTyped] = useState(values[0] ?? '')
  return (
    <OutlinedInput
      id={id}
      size="small"
      fullWidth
      autoFocus
      value={readAs(typed) === (values[0] ?? '') ? typed : (values[0] ?? '')}
      onChange={({ target }) => {
        const kept = readAs(target.value)
        setTyped(target.value)
        onChange(kept ? [kept] : [])
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
