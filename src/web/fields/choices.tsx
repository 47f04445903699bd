import { choiceLabel, t } from '#web/i18n.ts'
import { ChoiceFilter, choiceOptions } from './choice'
import type { FieldKind, InputProps } from './field-kind'
import { OptionRow } from './option-row'

/** Several of a few declared values. */
export const choices: FieldKind = {
  Input: ChoicesInput,
  format: (value, { area, name }) =>
    valuesOf(value)
      .map((value) => choiceLabel(area, name, value))
      .join(t('kit.comma')),
  FilterInput: ChoiceFilter,
  operators: ['_in'],
  formatFilter: (value, { area, name }) => choiceLabel(area, name, value),
  align: 'left',
  width: 200,
  wide: true,
}

function ChoicesInput(props: InputProps) {
  return <OptionRow {...props} options={choiceOptions(props)} value={valuesOf(props.value)} several />
}

const valuesOf = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : [])
