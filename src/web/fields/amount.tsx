import { format } from '#web/i18n.ts'
import { decimal, readDecimal } from './decimal'
import type { FieldKind } from './field-kind'
import { currencyOf, withCurrency } from './money'
import { NumberInput } from './number-input'

/** An amount of money with the decimals of its currency. */
export const amount: FieldKind = {
  ...decimal,
  Input: (props) => <NumberInput {...props} unit={currencyOf(props) ?? undefined} read={readDecimal} />,
  format: (value, context) => withCurrency(format.money(value as string | null, currencyOf(context)), context),
  width: 144,
}
