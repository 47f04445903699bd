import OutlinedInput from '@mui/material/OutlinedInput'
import type { FieldKind, FilterInputProps, InputProps } from './field-kind'
import { inputAttributes } from './field-kind'

/** One line of text. */
export const text: FieldKind = {
  Input: TextInput,
  format: (value) => (value === null || value === undefined ? '' : String(value)),
  FilterInput: TextFilter,
  operators: ['_like', '', '_ne', '_startswith', '_null', '_nnull'],
  formatFilter: (value) => `“${value}”`,
  align: 'left',
  width: 160,
}

function TextInput(props: InputProps) {
  const { id, field, value, onChange, onBlur, invalid } = props
  return (
    <OutlinedInput
      id={id}
      size="small"
      fullWidth
      error={invalid}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || null)}
      onBlur={onBlur}
      inputProps={{
        ...inputAttributes(props),
        maxLength: field.options.max ?? 255,
        spellCheck: field.options.case || field.options.pattern ? false : undefined,
        style: field.options.case === 'upper' ? { textTransform: 'uppercase' } : undefined,
      }}
    />
  )
}

/** One typed value; also serves numbers. */
export function TextFilter({ id, values, onChange, label }: FilterInputProps) {
  return (
    <OutlinedInput
      id={id}
      size="small"
      fullWidth
      autoFocus
      value={values[0] ?? ''}
      onChange={(event) => onChange(event.target.value ? [event.target.value] : [])}
      inputProps={{ 'aria-label': label, maxLength: 255 }}
    />
  )
}
