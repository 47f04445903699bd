import { format } from '../i18n'
import type { FieldKind } from './field-kind'
import { NumberFilter, NumberInput, quantityOperators } from './number-input'

/** A whole number. */
export const integer: FieldKind = {
  Input: (props) => <NumberInput {...props} read={readInteger} />,
  format: (value) => format.number(value as number | null),
  FilterInput: NumberFilter,
  operators: quantityOperators,
  formatFilter: (value) => format.number(value),
  align: 'right',
  width: 104,
}

const readInteger = (typed: string) => (typed === '' ? null : /^-?\d+$/.test(typed) ? Number(typed) : typed)
