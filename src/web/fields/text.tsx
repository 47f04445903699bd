import OutlinedInput from '@mui/material/OutlinedInput'
import { useState } from 'react'
import { maxValues } from '#shared/kit/list-query.ts'
import { t } from '#web/i18n.ts'
import type { FieldKind, FilterInputProps, InputProps } from './field-kind'
import { PlainFilter, PlainInput } from './plain-input'

/** One line of text. */
export const text: FieldKind = {
  Input: TextInput,
  format: (value) => (value === null || value === undefined ? '' : String(value)),
  FilterInput: TextFilter,
  operators: ['_like', '_in', '_ne', '_startswith', '_null', '_nnull'],
  formatFilter: (value) => `“${value}”`,
  align: 'left',
  width: 160,
}

function TextInput(props: InputProps) {
  const { max, case: letters, pattern, secret, keyboard } = props.field.options
  return (
    <PlainInput
      props={props}
      inputProps={{
        maxLength: max ?? 255,
        ...(secret && { type: 'password', autoComplete: 'off' }),
        inputMode: keyboard,
        autoCapitalize: letters === 'upper' ? 'characters' : letters || keyboard ? 'none' : undefined,
        spellCheck: letters || pattern ? false : undefined,
        style: letters === 'upper' ? { textTransform: 'uppercase' } : undefined,
      }}
    />
  )
}

function TextFilter(props: FilterInputProps) {
  if (props.op === '_in') return <TextsFilter {...props} />
  return <PlainFilter props={props} inputProps={{ maxLength: 255 }} />
}

/** A filter by several texts, one per line, so that a column of a spreadsheet can be pasted. */
function TextsFilter({ id, values, onChange, label }: FilterInputProps) {
  const [typed, setTyped] = useState(() => values.join('\n'))
  return (
    <OutlinedInput
      id={id}
      size="small"
      fullWidth
      multiline
      autoFocus
      minRows={2}
      maxRows={8}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value)
        const lines = target.value.split(/[\n\t]/).map((line) => line.trim())
        onChange([...new Set(lines.filter(Boolean))].slice(0, maxValues))
      }}
      placeholder={t('kit.filter.one_a_line')}
      inputProps={{ 'aria-label': label }}
    />
  )
}
