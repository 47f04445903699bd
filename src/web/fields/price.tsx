import { format } from '#web/i18n.ts'
import { decimal, readDecimal } from './decimal'
import type { FieldKind } from './field-kind'
import { currencyOf, withCurrency } from './money'
import { NumberInput } from './number-input'

/** A unit price: two decimals, up to four if significant. */
export const price: FieldKind = {
  ...decimal,
  Input: (props) => <NumberInput {...props} unit={currencyOf(props) ?? undefined} read={readDecimal} />,
  format: (value, context) => withCurrency(writtenPrice(value), context),
  formatFilter: (value) => writtenPrice(value),
  width: 120,
}

const writtenPrice = (value: unknown) =>
  format.number(value as string | null, /\.\d\d0*$|^-?\d+(\.\d?)?$/.test(String(value)) ? 2 : 4)
