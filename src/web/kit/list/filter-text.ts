import { readPeriod } from '#shared/base/periods.ts'
import { type Area, allFields } from '#shared/kit/area.ts'
import type { Kind } from '#shared/kit/fields.ts'
import type { Filter, Operator } from '#shared/kit/filter.ts'
import { fieldKinds } from '#web/fields/kinds.ts'
import { fieldLabel, t } from '#web/i18n.ts'

/**
 * A filter as text for its chip: `Ship date is before 1 Apr 2026`. `titles` maps ids of referenced records to titles.
 */
export const filterText = (area: Area, filter: Filter, titles: ReadonlyMap<string, string>): string => {
  const field = allFields(area)[filter.field]
  if (!field) return filter.field
  const context = { area, name: filter.field, field, record: {} }
  const valueText = (value: string) =>
    field.kind === 'reference'
      ? (titles.get(value) ?? '…')
      : (fieldKinds[field.kind].formatFilter?.(value, context) ?? value)
  if (filter.op === '_within')
    return t('kit.filter.says_within', {
      field: fieldLabel(area, filter.field),
      value: filter.values.map((value) => periodText(field.kind, value, valueText)).join(t('kit.filter.or')),
    })
  return t('kit.filter.says', {
    field: fieldLabel(area, filter.field),
    operator: operatorText(field.kind, filter.op, filter.values.length),
    value: takesValue(filter.op) ? filter.values.map(valueText).join(t('kit.filter.or')) : '',
  }).trim()
}

/** One range in words: `in the next 14 days`, `from 10 to 20`. */
const periodText = (kind: Kind, value: string, valueText: (value: string) => string): string => {
  const period = readPeriod(value)
  if (!period) return value
  if (period.kind === 'named') return t(`kit.period.says.${period.name}`)
  if (period.kind === 'days') return t(`kit.period.says.${period.direction}_days`, { count: period.days })
  const { from, to } = period
  if (from === to) return valueText(from)
  const ends = { from: valueText(from), to: valueText(to) }
  if (from !== '' && to !== '') return t('kit.period.says.between', ends)
  const group = groups[kind] === 'date' ? 'date' : 'number'
  return t(`kit.period.says.${from === '' ? 'until' : 'from'}_${group}`, ends)
}

/** An operator in words, by the field's kind: dates are `before` and `after`, quantities `at least` and `at most`. */
export const operatorText = (kind: Kind, op: Operator, values = 1): string => {
  const group = groups[kind] ?? 'choice'
  const plural = values > 1
  const operatorName =
    op === '_in' || (op === '' && plural) ? 'eq' : op === '_nin' ? 'ne' : op === '' ? 'eq' : op.slice(1)
  return t(`kit.operators.${group}.${operatorName}`)
}

/** Whether the operator has an operand. */
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
