import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import { t } from '#web/i18n.ts'
import { type FieldKind, type FilterInputProps, type InputProps, inputAttributes } from './field-kind'
import { OptionRow } from './option-row'

/** A flag as text, in records and in filters (`'true'`). */
export const flagText = (value: unknown) => (value === true || value === 'true' ? t('kit.yes') : t('kit.no'))

/** A boolean. */
export const flag: FieldKind = {
  Input: FlagInput,
  format: (value) => (value === null || value === undefined ? '' : flagText(value)),
  FilterInput: FlagFilter,
  operators: [''],
  formatFilter: flagText,
  align: 'left',
  width: 88,
}

/** A check box with its current value as text. */
export function FlagInput(props: InputProps) {
  const { id, value, onChange, onBlur } = props
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', minHeight: 36, ml: '-6px' }}>
      <Checkbox
        id={id}
        size="small"
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
        onBlur={onBlur}
        inputProps={inputAttributes(props)}
      />
      <Box component="span" aria-hidden sx={{ fontSize: 14, color: 'text.secondary' }}>
        {flagText(value)}
      </Box>
    </Box>
  )
}

function FlagFilter({ id, values, onChange, label }: FilterInputProps) {
  const options = ['true', 'false'].map((value) => ({ value, label: flagText(value) }))
  return <OptionRow id={id} label={label} options={options} value={values} onChange={onChange} />
}
