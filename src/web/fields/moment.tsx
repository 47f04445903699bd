import OutlinedInput from '@mui/material/OutlinedInput'
import { format } from '../i18n'
import { date } from './date'
import { today } from './day'
import { type FieldKind, type InputProps, inputAttributes } from './field-kind'

/** A moment, shown in the reader's zone and filtered by day. */
export const moment: FieldKind = {
  ...date,
  Input: MomentInput,
  format: (value) => format.moment(value as string | null),
  operators: ['_lt', '_gte', '_null', '_nnull'],
  width: 160,
}

function MomentInput(props: InputProps) {
  const { id, value, onChange, onBlur, invalid } = props
  return (
    <OutlinedInput
      id={id}
      size="small"
      fullWidth
      type="datetime-local"
      error={invalid}
      value={typeof value === 'string' ? localMoment(value) : ''}
      onChange={(event) => onChange(event.target.value ? new Date(event.target.value).toISOString() : null)}
      onBlur={onBlur}
      inputProps={inputAttributes(props)}
    />
  )
}

const localMoment = (iso: string) => {
  const at = new Date(iso)
  return Number.isNaN(at.getTime()) ? '' : `${today(at)}T${at.toTimeString().slice(0, 5)}`
}
