import type { FieldKind, InputProps } from './field-kind'
import { PlainInput } from './plain-input'
import { text } from './text'

/** Text of several lines. */
export const longText: FieldKind = { ...text, Input: LongTextInput, width: 240, wide: true }

function LongTextInput(props: InputProps) {
  return (
    <PlainInput
      props={props}
      multiline
      minRows={2}
      maxRows={12}
      inputProps={{ maxLength: props.field.options.max ?? 4000 }}
    />
  )
}
