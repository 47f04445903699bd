import InputAdornment from '@mui/material/InputAdornment'
import { plainNumber, plainWhole } from '#shared/delimited/typed-number.ts'
import type { FilterInputProps, InputProps } from './field-kind'
import { PlainFilter, PlainInput } from './plain-input'

/** Right-aligned digits. Thousands separators are removed on blur; text that is no number stays, to be corrected. */
export function NumberInput({
  unit,
  isWhole,
  read,
  ...props
}: InputProps & { unit?: string; isWhole?: boolean; read: (typed: string) => unknown }) {
  const { value, onChange, onBlur } = props
  return (
    <PlainInput
      props={props}
      onBlur={() => {
        onChange(read((isWhole ? plainWhole : plainNumber)(String(value ?? ''))))
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
        inputMode: isWhole ? 'numeric' : 'decimal',
        autoComplete: 'off',
        style: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
      }}
    />
  )
}

/** A number to compare with. */
export function NumberFilter(props: FilterInputProps) {
  return <PlainFilter props={props} read={plainNumber} inputProps={{ inputMode: 'decimal', autoComplete: 'off' }} />
}

/** A whole number to compare with. */
export function WholeFilter(props: FilterInputProps) {
  return <PlainFilter props={props} read={plainWhole} inputProps={{ inputMode: 'numeric', autoComplete: 'off' }} />
}

/** Comparisons of quantities. */
export const quantityOperators = ['_gte', '_lte', '_within', '', '_gt', '_lt', '_ne', '_null', '_nnull'] as const
