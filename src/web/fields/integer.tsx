import type { Field } from '../../shared/fields'
import { format } from '../i18n'
import type { FieldKind } from './field-kind'
import { NumberFilter, NumberInput, quantityOperators } from './number-input'

/** A whole number. */
export const integer: FieldKind = {
  Input: (props) => <NumberInput {...props} read={readInteger} />,
  format: (value, { field }) => (isYear(field) ? String(value ?? '') : format.number(value as number | null)),
  FilterInput: NumberFilter,
  operators: quantityOperators,
  formatFilter: (value, { field }) => (isYear(field) ? value : format.number(value)),
  align: 'right',
  width: 104,
}

/** Numbers that can only have four digits are years, which nobody groups. */
const isYear = ({ options: { min, max } }: Field) => Number(min) >= 1000 && Number(max) <= 9999

const readInteger = (typed: string) => (typed === '' ? null : /^-?\d+$/.test(typed) ? Number(typed) : typed)
