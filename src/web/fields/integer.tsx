import type { Field } from '#shared/kit/fields.ts'
import { format } from '#web/i18n.ts'
import type { FieldKind } from './field-kind'
import { FlagInput, flagText } from './flag'
import { NumberInput, quantityOperators, WholeFilter } from './number-input'

/** A whole number. */
export const integer: FieldKind = {
  Input: (props) =>
    isSwitch(props.field) ? (
      <FlagInput {...props} value={props.value === 1} onChange={(isOn) => props.onChange(isOn ? 1 : 0)} />
    ) : (
      <NumberInput {...props} isWhole read={readInteger} />
    ),
  format: (value, { field }) => {
    if (isSwitch(field) && typeof value === 'number') return flagText(value === 1)
    return isYear(field) ? String(value ?? '') : format.number(value as number | null)
  },
  FilterInput: WholeFilter,
  operators: quantityOperators,
  formatFilter: (value, { field }) => (isYear(field) ? value : format.number(value)),
  align: 'right',
  width: 104,
}

/** Fields limited to four digits are years, which have no thousands separator. */
const isYear = ({ options: { min, max } }: Field) => Number(min) >= 1000 && Number(max) <= 9999

/** Fields limited to 0 and 1 are shown as no and yes. */
const isSwitch = ({ options: { min, max } }: Field) => min === 0 && max === 1

const readInteger = (typed: string) => (typed === '' ? null : /^-?\d+$/.test(typed) ? Number(typed) : typed)
