import { format } from '#web/i18n.ts'
import type { FieldKind } from './field-kind'
import { NumberFilter, NumberInput, quantityOperators } from './number-input'

/** A decimal number, sent as text. */
export const decimal: FieldKind = {
  Input: (props) => <NumberInput {...props} read={readDecimal} />,
  // At least one decimal, so that the figures of a column align.
  format: (value, { field }) => format.number(value as string | null, field.options.digits === 1 ? 1 : undefined),
  FilterInput: NumberFilter,
  operators: quantityOperators,
  formatFilter: (value) => format.number(value),
  align: 'right',
  width: 112,
}

/** Parses a typed number; empty text is null, and other text is validated by the schema. */
export const readDecimal = (typed: string) => (typed === '' ? null : typed)
