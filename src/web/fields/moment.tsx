import { format } from '#web/i18n.ts'
import { date } from './date'
import { today } from './day'
import type { FieldKind, InputProps } from './field-kind'
import { PlainInput } from './plain-input'

/** A point in time, shown in the reader's time zone and filtered by day. */
export const moment: FieldKind = {
  ...date,
  Input: MomentInput,
  format: (value) => format.moment(value as string | null),
  operators: ['_lt', '_gte', '_within', '_null', '_nnull'],
  width: 160,
}

function MomentInput(props: InputProps) {
  const { value, onChange } = props
  return (
    <PlainInput
      props={props}
      type="datetime-local"
      value={typeof value === 'string' ? localMoment(value) : ''}
      onChange={({ target }) => onChange(target.value ? new Date(target.value).toISOString() : null)}
    />
  )
}

const localMoment = (iso: string) => {
  const at = new Date(iso)
  return Number.isNaN(at.getTime()) ? '' : `${today(at)}T${at.toTimeString().slice(0, 5)}`
}
