import NativeSelect from '@mui/material/NativeSelect'
import OutlinedInput from '@mui/material/OutlinedInput'
import { choiceLabel } from '#web/i18n.ts'
import { session } from '#web/providers/session.ts'
import {
  type FieldContext,
  type FieldKind,
  type FilterInputProps,
  type InputProps,
  inputAttributes,
} from './field-kind'
import { OptionRow } from './option-row'

/** One of a few declared values: up to five as a row of options, more and in tables as a select. */
export const choice: FieldKind = {
  Input: ChoiceInput,
  format: (value, { area, name }) => (typeof value === 'string' && value ? choiceLabel(area, name, value) : ''),
  FilterInput: ChoiceFilter,
  operators: ['_in', '_nin', '_null', '_nnull'],
  formatFilter: (value, { area, name }) => choiceLabel(area, name, value),
  align: 'left',
  width: 136,
}

function ChoiceInput(props: InputProps) {
  const { id, field, value, onChange, onBlur, invalid, inLine } = props
  const chosen = typeof value === 'string' ? value : ''
  const offered = field.options.offers?.[session()?.role ?? 'user']
  const options = choiceOptions(props).filter(({ value }) => !offered || offered.includes(value) || value === chosen)
  if (options.length <= 5 && !inLine)
    return (
      <OptionRow
        {...props}
        options={options}
        value={chosen ? [chosen] : []}
        onChange={(next) => onChange(next[0] ?? null)}
        clearable={!field.required && field.options.default === undefined}
      />
    )
  return (
    <NativeSelect
      fullWidth
      value={chosen}
      onChange={(event) => onChange(event.target.value || null)}
      onBlur={onBlur}
      error={invalid}
      sx={{ '& .MuiNativeSelect-icon': { right: 8 } }}
      input={<OutlinedInput size="small" />}
      inputProps={{ id, ...inputAttributes(props) }}
    >
      {(!field.required || !chosen) && <option value="">–</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </NativeSelect>
  )
}

/** A filter by several values. */
export function ChoiceFilter(props: FilterInputProps) {
  return <OptionRow {...props} options={choiceOptions(props)} value={props.values} several />
}

/** The values of a choice with their labels, in declared order. */
export const choiceOptions = ({ area, name, field }: FieldContext) =>
  (field.options.values ?? []).map((value) => ({ value, label: choiceLabel(area, name, value) }))
