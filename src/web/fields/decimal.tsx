import { format } from '../i18n'
import type { FieldKind } from './field-kind'
import { NumberFilter, NumberInput, quantityOperators } from './number-input'

/** A number with fractions, decimal text on the wire. */
export const decimal: FieldKind = {
  Input: (props) => <NumberInput {...props} read={readDecimal} />,
  format: (value) => format.number(value as string | null),
  FilterInput: NumberFilter,
  operators: quantityOperators,
  formatFilter: (value) => format.number(value),
  align: 'right',
  width: 112,
}

/** Empty text is nothing; the rest stays text, for the schema to judge. */
export const readDecimal = (typed: string) => (typed === '' ? null : typed)
