import { sql } from 'kysely'
import { type ReadScope, subjectIn } from '#server/kit/principal.ts'
import { type Area, tableOf } from '#shared/kit/area.ts'
import { type Field, isDecimal } from '#shared/kit/fields.ts'
import type { FigureSource } from './figures'
import { filterConditions, matchesSql, whereSql } from './filter-sql'
import { conditionsKey, type ListShape } from './list-shape'
import type { CachedStatement, SelectContext } from './select-context'
import { all, id } from './sql'

/** Statements that count and sum what a list matches, from the records or from kept figures. */
export const aggregateSelects = (context: SelectContext, cached: CachedStatement) => ({
  /**
   * Selects `{ count }`. With `figures`, counts, totals and facets are read from kept figures. Slots: `f0…`, `q` and
   * the caller's.
   */
  count: (area: Area, readScope: ReadScope, shape: ListShape, figures: FigureSource | null = null) =>
    cached(
      `count|${area.name}|${readScope}|${conditionsKey(shape)}|${figures?.kind}`,
      () => sql`select ${recordCount(figures)} as count ${matchesSql(context, area, readScope, shape, figures)}`,
    ),

  /**
   * Selects `{ c0, c1, … }`: for each shape in `each`, the number of records that match it and `shared`, counted in one
   * scan. Slots as in `count`; those of `each` are named `c0_f0…`.
   */
  counts: (area: Area, readScope: ReadScope, shared: ListShape, each: readonly ListShape[]) =>
    cached(`counts|${area.name}|${readScope}|${[shared, ...each].map(conditionsKey).join('|')}`, () =>
      countsSql(context, area, readScope, shared, each),
    ),

  /** Selects a row per currency (or one row, if the area has no currency) with `count` and each declared total. */
  totals: (area: Area, readScope: ReadScope, shape: ListShape, figures: FigureSource | null = null) =>
    cached(`totals|${area.name}|${readScope}|${conditionsKey(shape)}|${figures?.kind}`, () =>
      totalsSql(context, area, readScope, shape, figures),
    ),

  /** Selects a row `{ value, count }` for each value of `field`. */
  facet: (area: Area, readScope: ReadScope, shape: ListShape, field: string, figures: FigureSource | null = null) =>
    cached(
      `facet|${field}|${area.name}|${readScope}|${conditionsKey(shape)}|${figures?.kind}`,
      () => sql`
        select * from (
          select ${id('t', field)}::text as value, ${recordCount(figures)} as count
          ${matchesSql(context, area, readScope, shape, figures)} group by 1) as x
        where count > 0 order by 1`,
    ),
})

const countsSql = (
  context: SelectContext,
  area: Area,
  readScope: ReadScope,
  shared: ListShape,
  each: readonly ListShape[],
) => {
  const counts = each.map(
    (shape, index) =>
      sql`count(*) filter (where ${all(filterConditions(context, area, shape, `c${index}_`))})::int as ${id(`c${index}`)}`,
  )
  return sql`
    select ${sql.join(counts)}
    from ${id(tableOf(area))} as t where ${whereSql(context, area, readScope, shared)}`
}

const totalsSql = (
  context: SelectContext,
  area: Area,
  readScope: ReadScope,
  shape: ListShape,
  figures: FigureSource | null,
) => {
  const mayRead = (name: string) => context.mayRead(subjectIn(readScope), area, name)
  const sums = (area.totals ?? []).filter(mayRead).map((name) => {
    const total = sql`sum(${context.addendOf(area.name, name)?.('t') ?? id('t', name)})`
    return sql`${isDecimal(area.fields[name] as Field) ? sql`coalesce(${total}, 0)::text` : sql`coalesce(${total}, 0)::float8`} as ${id(name)}`
  })
  const byCurrency = 'currency' in area.fields && mayRead('currency')
  return sql`
    select ${sql.join([...(byCurrency ? [id('t', 'currency')] : []), sql`${recordCount(figures)} as count`, ...sums])}
    ${matchesSql(context, area, readScope, shape, figures)}
    ${byCurrency ? sql`group by t.currency order by t.currency` : sql``}`
}

const recordCount = (figures: FigureSource | null) =>
  figures ? sql`coalesce(sum(t.records), 0)::int` : sql`count(*)::int`
