import InputAdornment from '@mui/material/InputAdornment'
import type { FilterInputProps, InputProps } from './field-kind'
import { PlainFilter, PlainInput } from './plain-input'

/** Right-aligned digits. Grouping is taken out when the person leaves the input; what is no number stays to be corrected. */
export function NumberInput({
  unit,
  read,
  ...props
}: InputProps & { unit?: string; read: (typed: string) => unknown }) {
  const { value, onChange, onBlur } = props
  return (
    <PlainInput
      props={props}
      onBlur={() => {
        onChange(read(plainNumber(String(value ?? ''))))
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
        inputMode: 'decimal',
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

/** Comparisons of quantities. */
export const quantityOperators = ['_gte', '_lte', '', '_gt', '_lt', '_ne', '_null', '_nnull'] as const

/** `1,234.50`, `1 234.50` and full-width digits as `1234.50`; a comma as the only separator before one or two last digits is a point. */
export const plainNumber = (typed: string): string => {
  const narrow = typed.normalize('NFKC').replace(/[\s'’]/g, '')
  if (/^-?\d+,\d{1,2}$/.test(narrow)) return narrow.replace(',', '.')
  return /^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(narrow) ? narrow.replaceAll(',', '') : narrow
}
