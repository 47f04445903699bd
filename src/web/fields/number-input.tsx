import InputAdornment from '@mui/material/InputAdornment'
import { useState } from 'react'
import { plainNumber, plainWhole } from '#shared/delimited/typed-number.ts'
import type { FilterInputProps, InputProps } from './field-kind'
import { PlainFilter, PlainInput } from './plain-input'

/**
 * A right-aligned input for numbers. The typed text is parsed with every change, since Enter and Ctrl+S save from
 * within the input; thousands separators are removed on blur. Text that is no number stays for correction.
 */
export function NumberInput({
  unit,
  isWhole,
  read,
  ...props
}: InputProps & { unit?: string; isWhole?: boolean; read: (typed: string) => unknown }) {
  const { value, onChange, onBlur } = props
  const readAs = (text: string) => read((isWhole ? plainWhole : plainNumber)(text))
  const valueText = String(value ?? '')
  // Partial input may be parsed differently (`1,0` on the way to `1,000`), so the text stays as typed.
  const [typed, setTyped] = useState(valueText)
  return (
    <PlainInput
      props={props}
      value={String(readAs(typed) ?? '') === valueText ? typed : valueText}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(readAs(target.value))
      }}
      onBlur={() => {
        setTyped(valueText)
        onBlur?.()
      }}
      endAdornment={
        unit && (
          <InputAdornment position="end" disableTypography sx={{ fontSize: 12, color: 'text.secondary' }}>
            {unit}
          </InputAdornment>
        )
      }
      inputProps={{
        // The numeric keyboards of iPhones have no minus.
        inputMode: Number(props.field.options.min) < 0 ? 'text' : isWhole ? 'numeric' : 'decimal',
        autoComplete: 'off',
        style: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
      }}
    />
  )
}

/** A filter value that is a number. */
export function NumberFilter(props: FilterInputProps) {
  return <PlainFilter props={props} read={plainNumber} inputProps={{ inputMode: 'decimal', autoComplete: 'off' }} />
}

/** A filter value that is a whole number. */
export function WholeFilter(props: FilterInputProps) {
  return <PlainFilter props={props} read={plainWhole} inputProps={{ inputMode: 'numeric', autoComplete: 'off' }} />
}

/** The filter operators of quantities. */
export const quantityOperators = ['_gte', '_lte', '_within', '', '_gt', '_lt', '_ne', '_null', '_nnull'] as const
