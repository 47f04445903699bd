/**
 * The list query: `_start`, `_end`, `_sort`, `_order`, `q` and `<field><operator>=value`, in page addresses, the API
 * and exports. Conditions are combined with AND; the values of one condition with OR, so
 * `ex_factory_date_within=before_today,2026-04-01..2026-04-30` matches either.
 */
export const operators = [
  '',
  '_ne',
  '_gt',
  '_gte',
  '_lt',
  '_lte',
  '_like',
  '_startswith',
  '_in',
  '_nin',
  '_within',
  '_null',
  '_nnull',
] as const
export type Operator = (typeof operators)[number]

export interface Filter {
  field: string
  op: Operator
  values: string[]
}

/** The condition that a field has one of these values. */
export const fieldIs = (field: string, ...values: string[]): Filter => ({
  field,
  op: values.length > 1 ? '_in' : '',
  values,
})

/** The condition that a field has any value at all. */
export const fieldIsSet = (field: string): Filter => ({ field, op: '_nnull', values: ['true'] })

export interface Sort {
  field: string
  desc: boolean
}
