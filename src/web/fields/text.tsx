import type { FieldKind, FilterInputProps, InputProps } from './field-kind'
import { PlainFilter, PlainInput } from './plain-input'

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
  const { max, case: letters, pattern } = props.field.options
  return (
    <PlainInput
      props={props}
      inputProps={{
        maxLength: max ?? 255,
        spellCheck: letters || pattern ? false : undefined,
        style: letters === 'upper' ? { textTransform: 'uppercase' } : undefined,
      }}
    />
  )
}

function TextFilter(props: FilterInputProps) {
  return <PlainFilter props={props} inputProps={{ maxLength: 255 }} />
}
