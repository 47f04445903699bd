import OutlinedInput from '@mui/material/OutlinedInput'
import { type FieldKind, type InputProps, inputAttributes } from './field-kind'
import { text } from './text'

/** Text of several lines. */
export const longText: FieldKind = { ...text, Input: LongTextInput, width: 240, wide: true }

function LongTextInput(props: InputProps) {
  const { id, field, value, onChange, onBlur, invalid } = props
  return (
    <OutlinedInput
      id={id}
      size="small"
      fullWidth
      multiline
      minRows={2}
      maxRows={12}
      error={invalid}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || null)}
      onBlur={onBlur}
      inputProps={{ ...inputAttributes(props), maxLength: field.options.max ?? 4000 }}
    />
  )
}
