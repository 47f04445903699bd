import { type Area, allFields } from '../../shared/area'
import type { Kind } from '../../shared/fields'
import type { Filter, Operator } from '../../shared/list-query'
import { fieldKinds } from '../fields/kinds'
import { fieldLabel, t } from '../i18n'

/** A filter as its chip says it: `Ship date is before 1 Apr 2026`. `titles` name records by id. */
export const filterText = (area: Area, filter: Filter, titles: ReadonlyMap<string, string>): string => {
  const field = allFields(area)[filter.field]
  if (!field) return filter.field
  const place = { area, name: filter.field, field, record: {} }
  const written = filter.values.map((value) =>
    field.kind === 'reference'
      ? (titles.get(value) ?? '…')
      : (fieldKinds[field.kind].formatFilter?.(value, place) ?? value),
  )
  return t('kit.filter.says', {
    field: fieldLabel(area, filter.field),
    operator: operatorText(field.kind, filter.op, filter.values.length),
    value: takesValue(filter.op) ? written.join(t('kit.filter.or')) : '',
  }).trim()
}

/** A comparison in words, by kind: dates are before and after, quantities at least and at most. */
export const operatorText = (kind: Kind, op: Operator, values = 1): string => {
  const group = groups[kind] ?? 'choice'
  const plural = values > 1
  const word = op === '_in' || (op === '' && plural) ? 'eq' : op === '_nin' ? 'ne' : op === '' ? 'eq' : op.slice(1)
  return t(`kit.operators.${group}.${word}`)
}

/** Whether the comparison is with something. */
export const takesValue = (op: Operator) => op !== '_null' && op !== '_nnull'

const groups: Partial<Record<Kind, 'text' | 'number' | 'date'>> = {
  text: 'text',
  long_text: 'text',
  integer: 'number',
  decimal: 'number',
  price: 'number',
  amount: 'number',
  percent: 'number',
  date: 'date',
  moment: 'date',
}
