import { format } from '#web/i18n.ts'
import type { FieldKind } from './field-kind'
import { NumberFilter, NumberInput, quantityOperators } from './number-input'

/** A number with fractions, decimal text on the wire. */
export const decimal: FieldKind = {
  Input: (props) => <NumberInput {...props} read={readDecimal} />,
  // One place after the point is always written, so that the figures of a column stand under each other.
  format: (value, { field }) => format.number(value as string | null, field.options.digits === 1 ? 1 : undefined),
  FilterInput: NumberFilter,
  operators: quantityOperators,
  formatFilter: (value) => format.number(value),
  align: 'right',
  width: 112,
}

/** Empty text is nothing; the rest stays text, for the schema to judge. */
export const readDecimal = (typed: string) => (typed === '' ? null : typed)
