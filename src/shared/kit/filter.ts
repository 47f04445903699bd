/**
 * The operators of the list query, the same in page addresses, API requests and exports. A query has the parameters
 * `_start`, `_end`, `_sort`, `_order`, `q` and any number of filters `<field><operator>=<value>`; an empty operator
 * means equality. Filters are combined with AND, the values of one filter with OR: for example
 * `ex_factory_date_within=before_today,2026-04-01..2026-04-30` matches either period.
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

/** One filter of a list. Values are in the form of the address, not parsed. */
export interface Filter {
  field: string
  op: Operator
  values: string[]
}

/** The filter for records whose field has one of these values. */
export const fieldIs = (field: string, ...values: string[]): Filter => ({
  field,
  op: values.length > 1 ? '_in' : '',
  values,
})

/** The filter for records whose field is not empty. */
export const fieldIsSet = (field: string): Filter => ({ field, op: '_nnull', values: ['true'] })

export interface Sort {
  field: string
  desc: boolean
}

/** Parses a declared order: field names, with `-` in front for descending. */
export const declaredSort = (names: readonly string[]): Sort[] =>
  names.map((name) => (name.startsWith('-') ? { field: name.slice(1), desc: true } : { field: name, desc: false }))
