import { isDate } from '#shared/base/dates.ts'
import { fitsDates, readPeriod } from '#shared/base/periods.ts'
import { type Area, allFields } from './area'
import { type Field, wholeDigitsOf } from './fields'
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
  const problems: QueryProblem[] = []
  const query: ListQuery = { filters: [], sort: [], q: '', start: 0, end: 25 }
  let order: string[] = []
  let sorted = false
  let ended = false
  for (const [name, value] of params) {
    if (name === 'q') query.q = value.slice(0, 200)
    else if (name === '_start' || name === '_end') {
      if (!/^\d{1,9}$/.test(value)) problems.push({ field: name, text: textOf('messages.not_a_number') })
      else if (name === '_start') query.start = Number(value)
      else {
        query.end = Number(value)
        ended = true
      }
    } else if (name === '_sort') {
      sorted = true
      query.sort = value
        .split(',')
        .filter(Boolean)
        .map((field) => ({ field, desc: false }))
    } else if (name === '_order') order = value.split(',')
    else addFilter(name, value)
  }
  if (!ended) query.end = query.start + 25
  query.sort.forEach((sort, index) => {
    const direction = (order[index] ?? 'asc').toLowerCase()
    if (direction !== 'asc' && direction !== 'desc')
      problems.push({ field: '_order', text: textOf('messages.bad_order') })
    sort.desc = direction === 'desc'
    if (!Object.hasOwn(fields, sort.field) || !fields[sort.field]?.options.sort || !readable(sort.field))
      problems.push({ field: sort.field, text: textOf('messages.unknown_sort', { name: sort.field }) })
  })
  if (!sorted) query.sort = defaultSort(area)
  if (query.sort.length > 4) problems.push({ field: '_sort', text: textOf('messages.too_many_sorts') })
  if (query.end < query.start) problems.push({ field: '_end', text: textOf('messages.bad_page') })
  if (query.end - query.start > maxPage)
    problems.push({ field: '_end', text: textOf('messages.page_too_large', { max: maxPage }) })
  if (query.end > maxDepth)
    problems.push({ field: '_start', text: textOf('messages.page_too_deep', { max: maxDepth }) })
  return { query, problems }

  function addFilter(name: string, value: string) {
    const condition = splitName(name, fields)
    const field = condition && fields[condition.field]
    if (!condition || !field || !readable(condition.field)) {
      problems.push({ field: name, text: textOf('messages.unknown_filter', { name }) })
      return
    }
    if (!operatorsOf(field).includes(condition.op)) {
      problems.push({ field: name, text: textOf('messages.unknown_operator', { name }) })
      return
    }
    const values = takesManyValues(condition.op) ? value.split(',') : [value]
    const misfit = values.find((value) => !fitsOperator(field, condition.op, value))
    if (misfit !== undefined) {
      problems.push({ field: name, text: textOf('messages.bad_filter_value', { value: misfit.slice(0, 40) }) })
      return
    }
    const same = query.filters.find((filter) => filter.field === condition.field && filter.op === condition.op)
    if (same && singleUse.has(condition.op)) problems.push({ field: name, text: textOf('messages.given_twice') })
    else if (same) same.values.push(...values)
    else query.filters.push({ ...condition, values })
    if (values.length > maxValues || (same?.values.length ?? 0) > maxValues)
      problems.push({ field: name, text: textOf('messages.too_many_values') })
  }
}

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
