import { type RawBuilder, sql } from 'kysely'
import { type ReadScope, subjectIn } from '#server/kit/principal.ts'
import { type Area, allFields, columnsOf, tableOf } from '#shared/kit/area.ts'
import { type Field, isDecimal } from '#shared/kit/fields.ts'
import type { FigureSource } from './figures'
import { filtersArchived, type ListShape } from './list-shape'
import { caller } from './scope'
import { type SelectContext, scopeCondition } from './select-context'
import { all, columnType, id, slot } from './sql'

/** The condition for the rows of an area's table that a list request matches. */
export const whereSql = (
  context: SelectContext,
  area: Area,
  readScope: ReadScope,
  shape: ListShape,
): RawBuilder<unknown> => {
  const scope = context.scopes.condition(area.name, readScope, 't')
  return all([
    ...(scope ? [scope] : []),
    ...(filtersArchived(shape) ? [] : [sql`t.archived_at is null`]),
    ...filterConditions(context, area, shape),
    ...(shape.q ? [searchCondition(context, area, readScope, shape)] : []),
  ])
}

/** `from … where …` over the matching records, or over the kept figures that answer the request. */
export const matchesSql = (
  context: SelectContext,
  area: Area,
  readScope: ReadScope,
  shape: ListShape,
  figures: FigureSource | null,
): RawBuilder<unknown> => {
  if (!figures)
    return sql`from ${id(tableOf(area))} as t where ${whereSql(context, area, readScope, shape)} ${codeSearch(shape)}`
  const fields = allFields(area)
  const scope = context.scopes.condition(figures.scopedAs, readScope, 't')
  const conditions = [
    sql`t.kind = ${sql.lit(figures.kind)}`,
    ...(scope ? [scope] : []),
    ...shape.filters.flatMap((filter, index) =>
      figures.answered.includes(index)
        ? []
        : [condition(fields[filter.field] as Field, id('t', filter.field), filter, slot(`f${index}`))],
    ),
  ]
  return sql`from ${id(figures.table)} as t where ${all(conditions)}`
}

/** The conditions of the filters, their slots named with `prefix`. */
export const filterConditions = (
  context: SelectContext,
  area: Area,
  shape: ListShape,
  prefix = '',
): RawBuilder<unknown>[] => {
  const fields = allFields(area)
  return [
    ...shape.filters.flatMap((filter, index) =>
      filter.field in (area.conditions ?? {})
        ? []
        : [condition(fields[filter.field] as Field, id('t', filter.field), filter, slot(`${prefix}f${index}`))],
    ),
    ...Object.entries(area.conditions ?? {}).flatMap(([name, field]) =>
      declaredCondition(context, area, name, field, shape, prefix),
    ),
  ]
}

/** All filters by one declared condition of the area, applied to the same row. */
const declaredCondition = (
  context: SelectContext,
  area: Area,
  name: string,
  field: Field,
  { filters }: ListShape,
  prefix: string,
): RawBuilder<unknown>[] => {
  const entries = filters.flatMap((filter, index) => (filter.field === name ? [{ filter, index }] : []))
  if (entries.length === 0) return []
  const declared = context.conditionOf(area.name, name)
  if (!declared)
    throw new Error(`Condition ${name} of area ${area.name} has no SQL; add it to "conditions" in the area's server.ts`)
  return [
    declared(
      't',
      (column) => all(entries.map(({ filter, index }) => condition(field, column, filter, slot(`${prefix}f${index}`)))),
      caller,
    ),
  ]
}

/** Narrows a filter by part of a code through the search index; the code's own index serves only its beginning. */
export const codeSearch = ({ filters, few }: ListShape): RawBuilder<unknown> => {
  const parts = filters.flatMap(({ code }, index) =>
    code ? [sql`and t.search @@ ${tsquerySlot(`f${index}_code`, few)}`] : [],
  )
  return parts.length > 0 ? sql.join(parts, sql.raw(' ')) : sql``
}

/** Records that match the search themselves or through a searched reference. */
const searchCondition = (context: SelectContext, area: Area, readScope: ReadScope, { keyed, few }: ListShape) => {
  // `is not false` prevents that an index is used for the second comparison.
  const isMatch = (alias: string) =>
    keyed
      ? sql`(${id(alias, 'search')} @@ ${tsquerySlot('q_key', few)} and (${id(alias, 'search')} @@ ${tsquerySlot('q', few)}) is not false)`
      : sql`${id(alias, 'search')} @@ ${tsquerySlot('q', few)}`
  const references = columnsOf(area).filter(
    ([name, field]) =>
      field.kind === 'reference' && field.options.search && context.mayRead(subjectIn(readScope), area, name),
  )
  const alternatives = [
    isMatch('t'),
    ...references.map(([name, field]) => {
      const target = context.register.get(field.options.to ?? '')
      // `= any(array(…))` uses the column's index; `in` together with an `or` would scan the table.
      return sql`${id('t', name)} = any(array(select r.id from ${id(tableOf(target))} as r where ${isMatch('r')} and ${scopeCondition(context, target, readScope, 'r')}))`
    }),
  ]
  return sql`(${all(alternatives, ' or ')})`
}

/**
 * The search query of a slot. Where few records match, the plan must not depend on its value: planning a page with all
 * its titles takes ten times as long as running it.
 */
const tsquerySlot = (name: string, few = false): RawBuilder<unknown> =>
  few ? sql`(select ${slot(name)}::tsquery)` : sql`${slot(name)}::tsquery`

const condition = (
  field: Field,
  column: RawBuilder<unknown>,
  { op, many }: ListShape['filters'][number],
  value: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const type = sql.raw(field.kind === 'choices' ? 'text[]' : columnType(field))
  const typed = sql`${value}::${type}`
  const list = sql`${value}::${type}[]`
  if (field.kind === 'choices') return op === '' ? sql`${column} @> ${typed}` : sql`${column} && ${typed}`
  switch (op) {
    case '':
      return many ? sql`${column} = any(${list})` : sql`${column} = ${typed}`
    case '_in':
      return sql`${column} = any(${list})`
    case '_ne':
      return many ? sql`(${column} <> all(${list})) is not false` : sql`${column} is distinct from ${typed}`
    case '_nin':
      return sql`(${column} <> all(${list})) is not false`
    case '_gt':
      return sql`${column} > ${typed}`
    case '_gte':
      return sql`${column} >= ${typed}`
    case '_lt':
      return sql`${column} < ${typed}`
    case '_lte':
      return sql`${column} <= ${typed}`
    case '_like':
    case '_startswith':
      return sql`${column} ilike ${value}::text`
    case '_within':
      return inRanges(field, column, many, value)
    case '_null':
      return sql`(${column} is null) = ${value}::boolean`
    case '_nnull':
      return sql`(${column} is not null) = ${value}::boolean`
  }
}

/** The value is in one of several ranges, whose ends `value` lists in pairs. For moments the upper end is exclusive. */
const inRanges = (field: Field, column: RawBuilder<unknown>, many: boolean, value: RawBuilder<unknown>) => {
  // A wider type than the column's, so that an end beyond its range does not fail but compares as false.
  const wide = isDecimal(field) ? 'numeric' : field.kind === 'integer' ? 'bigint' : columnType(field)
  const ends = sql`${value}::${sql.raw(wide)}[]`
  const inRange = (first: RawBuilder<unknown>, last: RawBuilder<unknown>) =>
    sql`(${column} >= (${ends})[${first}] and ${column} ${sql.raw(field.kind === 'moment' ? '<' : '<=')} (${ends})[${last}])`
  return many
    ? sql`exists (select from generate_series(1, cardinality(${ends}), 2) as at where ${inRange(sql`at`, sql`at + 1`)})`
    : inRange(sql`1`, sql`2`)
}
