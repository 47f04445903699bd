import type { CrudFilter, CrudOperators, CrudSort } from '@refinedev/core'
import type { Area } from '#shared/kit/area.ts'
import type { Filter, Operator } from '#shared/kit/filter.ts'
import { defaultSort, type ListQuery, listParams } from '#shared/kit/list-query.ts'

/**
 * Converts Refine's filters and sorters to a list query; a filter on `q` is the search. Throws an error for filters
 * that a list query cannot express.
 */
export const listQueryOf = (filters: readonly CrudFilter[] = [], sorters: readonly CrudSort[] = []): ListPart => {
  const conditions = filters.flatMap(flattened)
  return {
    q: String(conditions.find(({ field }) => field === 'q')?.value ?? ''),
    filters: conditions.filter(({ field }) => field !== 'q').flatMap(filterOf),
    sort: sorters.map(({ field, order }) => ({ field, desc: order === 'desc' })),
  }
}

/**
 * The API address of a list. Parameters are sorted and the default order is left out, so that `boot-early.js` and the
 * data provider build the same address.
 */
export const listUrl = (resource: string, query: Partial<ListQuery>, area?: Area) => {
  const isDefaultOrder = area && JSON.stringify(query.sort) === JSON.stringify(defaultSort(area))
  const params = new URLSearchParams(listParams({ ...query, ...(isDefaultOrder ? { sort: [] } : {}) }))
  params.sort()
  return `/api/${resource}?${params}`
}

export type ListPart = Pick<ListQuery, 'q' | 'filters' | 'sort'>

const operators: Partial<Record<CrudOperators, Operator>> = {
  eq: '',
  ne: '_ne',
  gt: '_gt',
  gte: '_gte',
  lt: '_lt',
  lte: '_lte',
  contains: '_like',
  containss: '_like',
  startswith: '_startswith',
  startswiths: '_startswith',
  in: '_in',
  ina: '_in',
  nin: '_nin',
  nina: '_nin',
  null: '_null',
  nnull: '_nnull',
}

interface FlatCondition {
  field: string
  operator: CrudOperators | 'within'
  value: unknown
}

const flattened = (filter: CrudFilter): FlatCondition[] => {
  if ('field' in filter) return filter.value === undefined || filter.value === '' ? [] : [filter]
  const parts = filter.value.flatMap(flattened)
  if (filter.operator === 'and') return parts
  const [first] = parts
  if (!first || parts.some(({ field }) => field !== first.field))
    throw new Error('lists cannot be filtered by "or" over several fields: use one field, or separate filters')
  return [{ field: first.field, operator: 'within', value: parts.map(rangeOf) }]
}

/** One of several alternatives for a field, as a value of `_within`. */
const rangeOf = ({ operator, value }: FlatCondition): string => {
  if (operator === 'eq') return String(value)
  if (operator === 'gte') return `${value}..`
  if (operator === 'lte') return `..${value}`
  if (operator === 'between' && Array.isArray(value)) return `${value[0]}..${value[1]}`
  throw new Error(`lists cannot be filtered by ${operator} within "or": use eq, gte, lte or between`)
}

const filterOf = ({ field, operator, value }: FlatCondition): Filter[] => {
  const values = (Array.isArray(value) ? value : [value]).map(String)
  if (operator === 'within') return [{ field, op: '_within', values }]
  const [from, to] = values
  if (operator === 'between' && from !== undefined && to !== undefined)
    return [
      { field, op: '_gte', values: [from] },
      { field, op: '_lte', values: [to] },
    ]
  const op = operators[operator]
  if (op === undefined) throw new Error(`lists cannot be filtered by ${operator}: see \`operators\` in list-url.ts`)
  if (op === '_null' || op === '_nnull') return [{ field, op, values: ['true'] }]
  return [{ field, op, values }]
}
