import { format } from '#web/i18n.ts'
import { decimal, readDecimal } from './decimal'
import type { FieldKind } from './field-kind'
import { NumberInput } from './number-input'

const percentText = (value: unknown) =>
  value === null || value === undefined || value === '' ? '' : `${format.number(value as string)}%`

/** A percentage from 0 to 100. */
export const percent: FieldKind = {
  ...decimal,
  Input: (props) => <NumberInput {...props} unit="%" read={readDecimal} />,
  format: percentText,
  formatFilter: percentText,
  width: 96,
}
