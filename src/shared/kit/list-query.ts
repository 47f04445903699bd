import { isDate } from '#shared/base/dates.ts'
import { fitsDates, readPeriod } from '#shared/base/periods.ts'
import { type Area, allFields } from './area'
import { type Field, type Fields, wholeDigitsOf } from './fields'
import { declaredSort, type Filter, type Operator, operators, type Sort } from './filter'
import { type Text, textOf } from './text'

/** A parsed list query. `filter.ts` describes its form in addresses. */
export interface ListQuery {
  /** All of them must hold. */
  filters: Filter[]
  sort: Sort[]
  /** The full-text search; empty for none. */
  q: string
  /** Offset of the first row, counted from 0. */
  start: number
  /** Offset behind the last row. */
  end: number
}

/** Maximum rows of one page. */
export const maxPage = 100
/** Maximum offset (`end`): a large offset is slow in PostgreSQL, so people filter or export instead. */
export const maxDepth = 10_000
/** Maximum values of one filter. */
export const maxValues = 100
/** Maximum fields that a list is sorted by. */
const maxSorts = 4

/** Page sizes that lists offer. */
export const pageSizes = [25, 50, 100] as const

/** A refused parameter: its name, or for `_sort` the field in it, and the reason. */
export interface QueryProblem {
  field: string
  text: Text
}

/** The operators that a filter on this field accepts. */
export const operatorsOf = (field: Field): readonly Operator[] =>
  field.options.filterOnly ? operatorsOfKind(field).filter((op) => !negative.has(op)) : operatorsOfKind(field)

/**
 * Operators that conditions do not accept. A condition can have several values in a record, and a negation would match
 * a record as soon as one of them differs.
 */
const negative = new Set<Operator>(['_ne', '_nin', '_null', '_nnull'])

const operatorsOfKind = (field: Field): readonly Operator[] => {
  switch (field.kind) {
    case 'text':
    case 'long_text':
      return ['', '_ne', '_like', '_startswith', '_in', '_nin', '_null', '_nnull']
    case 'flag':
      return ['', '_ne']
    case 'choices':
      return ['', '_in']
    case 'rows':
      return []
    case 'choice':
    case 'reference':
    case 'country':
    case 'currency':
      return ['', '_ne', '_in', '_nin', '_null', '_nnull']
    default:
      return ['', '_ne', '_gt', '_gte', '_lt', '_lte', '_in', '_nin', '_within', '_null', '_nnull']
  }
}

/**
 * Parses the parameters of a list address into a query for `area`. Never throws: unknown names, operators and values
 * are returned as `problems`, and the API answers 400 if there are any.
 *
 * A field that `readable` refuses counts as unknown, so that its values cannot be inferred by filtering or sorting.
 */
export const parseListQuery = (
  area: Area,
  params: Iterable<[string, string]>,
  readable: (field: string) => boolean,
): { query: ListQuery; problems: QueryProblem[] } => {
  const fields = allFields(area)
  const filters: Filter[] = []
  const problems: QueryProblem[] = []
  let q = ''
  let sort: string | undefined
  let order: string[] = []
  let start = 0
  let end: number | undefined
  for (const [name, value] of params) {
    if (name === 'q') q = value.slice(0, 200)
    else if (name === '_sort') sort = value
    else if (name === '_order') order = value.split(',')
    else if (name === '_start' || name === '_end') {
      if (!/^\d{1,9}$/.test(value)) problems.push({ field: name, text: textOf('messages.not_a_number') })
      else if (name === '_start') start = Number(value)
      else end = Number(value)
    } else problems.push(...addFilter(filters, name, value, fields, readable))
  }
  const query: ListQuery = {
    filters,
    sort: sort === undefined ? defaultSort(area) : parseSort(sort, order),
    q,
    start,
    end: end ?? start + pageSizes[0],
  }
  if (sort !== undefined) problems.push(...sortProblems(query.sort, order, fields, readable))
  problems.push(...pageProblems(query))
  return { query, problems }
}

/**
 * Adds the filter of a parameter to `filters`, joining values of the same field and operator. Returns its problems; a
 * filter with an unknown name, operator or value is not added.
 */
const addFilter = (
  filters: Filter[],
  name: string,
  value: string,
  fields: Fields,
  readable: (field: string) => boolean,
): QueryProblem[] => {
  const refused = (text: Text) => [{ field: name, text }]
  const condition = splitName(name, fields)
  const field = condition && fields[condition.field]
  if (!condition || !field || !readable(condition.field)) return refused(textOf('messages.unknown_filter', { name }))
  if (!operatorsOf(field).includes(condition.op)) return refused(textOf('messages.unknown_operator', { name }))
  const values = takesManyValues(condition.op) ? value.split(',') : [value]
  const misfit = values.find((value) => !fitsOperator(field, condition.op, value))
  if (misfit !== undefined) return refused(textOf('messages.bad_filter_value', { value: misfit.slice(0, 40) }))
  const same = filters.find((filter) => filter.field === condition.field && filter.op === condition.op)
  if (same && singleUse.has(condition.op)) return refused(textOf('messages.given_twice'))
  if (same) same.values.push(...values)
  else filters.push({ ...condition, values })
  const count = same ? same.values.length : values.length
  return count > maxValues ? refused(textOf('messages.too_many_values')) : []
}

const parseSort = (sort: string, order: readonly string[]): Sort[] =>
  sort
    .split(',')
    .filter(Boolean)
    .map((field, index) => ({ field, desc: directionAt(order, index) === 'desc' }))

const directionAt = (order: readonly string[], index: number): string => (order[index] ?? 'asc').toLowerCase()

const sortProblems = (
  sorts: readonly Sort[],
  order: readonly string[],
  fields: Fields,
  readable: (field: string) => boolean,
): QueryProblem[] => [
  ...sorts.flatMap(({ field }, index): QueryProblem[] => {
    const isSortable = Object.hasOwn(fields, field) && fields[field]?.options.sort && readable(field)
    return [
      ...(['asc', 'desc'].includes(directionAt(order, index))
        ? []
        : [{ field: '_order', text: textOf('messages.bad_order') }]),
      ...(isSortable ? [] : [{ field, text: textOf('messages.unknown_sort', { name: field }) }]),
    ]
  }),
  ...(sorts.length > maxSorts ? [{ field: '_sort', text: textOf('messages.too_many_sorts') }] : []),
]

const pageProblems = ({ start, end }: ListQuery): QueryProblem[] => [
  ...(end < start ? [{ field: '_end', text: textOf('messages.bad_page') }] : []),
  ...(end - start > maxPage ? [{ field: '_end', text: textOf('messages.page_too_large', { max: maxPage }) }] : []),
  ...(end > maxDepth ? [{ field: '_start', text: textOf('messages.page_too_deep', { max: maxDepth }) }] : []),
]

/** Whether the value of the operator is a list of values separated by commas. */
export const takesManyValues = (op: Operator) => op === '_in' || op === '_nin' || op === '_within'

/** Operators that a query may contain only once for each field. */
const singleUse = new Set<Operator>(['_gt', '_gte', '_lt', '_lte', '_null', '_nnull', '_like', '_startswith'])

/** The area's declared order, parsed. */
export const defaultSort = (area: Area): Sort[] => declaredSort(area.sort)

/** The query as address parameters; the inverse of `parseListQuery`. Keys that are absent are left out. */
export const listParams = (query: Partial<ListQuery>): [string, string][] => [
  ...(query.start !== undefined && query.end !== undefined
    ? ([
        ['_start', String(query.start)],
        ['_end', String(query.end)],
      ] as [string, string][])
    : []),
  ...(query.sort?.length
    ? ([
        ['_sort', query.sort.map((sort) => sort.field).join(',')],
        ['_order', query.sort.map((sort) => (sort.desc ? 'desc' : 'asc')).join(',')],
      ] as [string, string][])
    : []),
  ...(query.q ? ([['q', query.q]] as [string, string][]) : []),
  ...(query.filters ?? []).flatMap(({ field, op, values }): [string, string][] =>
    // A value with a comma would be split by the parser. Repeated equality conditions match any of the values too.
    op === '_in' && values.some((value) => value.includes(','))
      ? values.map((value) => [field, value])
      : takesManyValues(op)
        ? [[field + op, values.join(',')]]
        : values.map((value) => [field + op, value]),
  ),
]

const splitName = (name: string, fields: Record<string, Field>): { field: string; op: Operator } | null => {
  if (Object.hasOwn(fields, name)) return { field: name, op: '' }
  for (const op of operators)
    if (op && name.endsWith(op) && Object.hasOwn(fields, name.slice(0, -op.length)))
      return { field: name.slice(0, -op.length), op }
  return null
}

const fitsOperator = (field: Field, op: Operator, value: string): boolean => {
  if (op === '_null' || op === '_nnull') return true
  if (op === '_within') return fitsPeriod(field, value)
  return op === '_like' || op === '_startswith' ? isPlain(value) : fitsKind(field, value)
}

const isPlain = (value: string) => value.length <= 255 && !value.includes('\0')

const fitsKind = (field: Field, value: string): boolean => {
  switch (field.kind) {
    case 'integer':
      return /^-?\d{1,10}$/.test(value) && Math.abs(Number(value)) <= largestInteger
    case 'reference':
      return /^-?\d{1,15}$/.test(value)
    case 'decimal':
    case 'price':
    case 'amount':
    case 'percent': {
      const whole = /^-?(\d{1,16})(?:\.\d{1,8})?$/.exec(value)?.[1]
      return whole !== undefined && whole.length <= wholeDigitsOf(field)
    }
    case 'date':
      return isDate(value)
    case 'moment':
      return moment.test(value) && isDate(value.slice(0, 10))
    case 'flag':
      return value === 'true' || value === 'false'
    case 'choice':
    case 'choices':
      return field.options.values?.includes(value) ?? false
    default:
      return isPlain(value)
  }
}

/** The largest value of an integer column. */
const largestInteger = 2_147_483_647

/** A date, or a date and time with optional seconds and offset, as PostgreSQL accepts it. */
const moment =
  /^\d{4}-\d{2}-\d{2}(?:[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-4]):?[0-5]\d)?)?$/

/** Whether a value of `_within` fits the field. Spans relative to today (`next_7_days`) fit only dates and moments. */
const fitsPeriod = (field: Field, value: string): boolean => {
  const period = readPeriod(value)
  if (!period) return false
  if (field.kind === 'date' || field.kind === 'moment') return fitsDates(period)
  return period.kind === 'range' && [period.from, period.to].every((end) => end === '' || fitsKind(field, end))
}
