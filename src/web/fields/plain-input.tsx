import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput'
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
  return (
    <OutlinedInput
      id={id}
      size="small"
      fullWidth
      autoFocus
      value={values[0] ?? ''}
      onChange={({ target }) => {
        const typed = read ? read(target.value) : target.value
        onChange(typed ? [typed] : [])
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
