import { type RawBuilder, sql } from 'kysely'
import type { ReadScope } from '#server/kit/principal.ts'
import { type Area, tableOf } from '#shared/kit/area.ts'
import type { Sort } from '#shared/kit/filter.ts'
import { codeSearch, matchesSql, whereSql } from './filter-sql'
import { conditionsKey, type ListShape } from './list-shape'
import { recordColumns, titleJoins } from './record-sql'
import { type CachedStatement, type SelectContext, scopeCondition } from './select-context'
import { all, id, slot } from './sql'

/** Statements for the pages of a list, in its order. */
export const pageSelects = (context: SelectContext, cached: CachedStatement) => ({
  /** Selects one row `{ rows }`: the page as JSON text. Slots: `f0…`, `q`, `start`, `size` and the caller's. */
  list: (area: Area, readScope: ReadScope, shape: ListShape) =>
    cached(`list|${area.name}|${readScope}|${JSON.stringify(shape)}`, () => listSql(context, area, readScope, shape)),

  /**
   * A statement that `build` makes around the query of a page, which selects one row `{ rows }` as `list` does; `key`
   * identifies `build`. Slots as in `list`, and those of `build`. With `isAnchored` the page begins at the record whose
   * id is in the slot `from`.
   */
  over: (
    key: string,
    area: Area,
    readScope: ReadScope,
    shape: ListShape,
    build: (list: RawBuilder<unknown>) => RawBuilder<unknown>,
    isAnchored = false,
  ) =>
    cached(`over|${key}|${area.name}|${readScope}|${JSON.stringify(shape)}|${isAnchored}`, () =>
      build(listSql(context, area, readScope, shape, isAnchored)),
    ),

  /** Like `over`, for the records `ids` that are in scope, in the order of the ids. Slots: `ids` and the caller's. */
  overIds: (key: string, area: Area, readScope: ReadScope, build: (list: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    cached(`over ids|${key}|${area.name}|${readScope}`, () => build(listOfIdsSql(context, area, readScope))),

  /**
   * Selects one row `{ ids }`: the ids of all records that match, in the order of the list, as JSON text. Slots as in
   * `count`.
   */
  idsInOrder: (area: Area, readScope: ReadScope, shape: ListShape) =>
    cached(
      `ids|${area.name}|${readScope}|${conditionsKey(shape)}|${JSON.stringify(shape.sort)}`,
      () => sql`
        select array_to_json(array(
          select t.id ${matchesSql(context, area, readScope, shape, null)} ${orderBy(shape.sort, 't')}))::text as ids`,
    ),

  /**
   * Selects rows `{ id }`: the first record of a list, and then each n-th in its order, where n is the slot `every`.
   * Other slots as in `count`.
   */
  anchors: (area: Area, readScope: ReadScope, shape: ListShape) =>
    cached(`anchors|${area.name}|${readScope}|${conditionsKey(shape)}|${JSON.stringify(shape.sort)}`, () =>
      anchorsSql(context, area, readScope, shape),
    ),

  /**
   * A statement that `build` makes around `from … where …` over all matching records, with the alias `t`; `key` identifies
   * `build`. Slots as in `count`, and those of `build`.
   */
  overMatches: (
    key: string,
    area: Area,
    readScope: ReadScope,
    shape: ListShape,
    build: (matches: RawBuilder<unknown>) => RawBuilder<unknown>,
  ) =>
    cached(`matches|${key}|${area.name}|${readScope}|${conditionsKey(shape)}`, () =>
      build(matchesSql(context, area, readScope, shape, null)),
    ),
})

const listSql = (context: SelectContext, area: Area, readScope: ReadScope, shape: ListShape, isAnchored = false) => {
  const order = orderBy(shape.sort, 't')
  const where = [
    whereSql(context, area, readScope, shape),
    ...(isAnchored ? [notBefore(area, shape.sort, 't', slot('from'))] : []),
  ]
  const matching = sql`select * from ${id(tableOf(area))} as t where ${all(where)}`
  const { limit, isCut, hasOffset } = shape.page
  const page = sql`
    ${shape.few ? sql`select * from (${matching} ${codeSearch(shape)} offset 0) as t` : matching} ${order}
    limit ${sql.lit(limit)} ${hasOffset ? sql`offset ${slot('start')}` : sql``}`
  return sql`
    select coalesce(json_agg(x), '[]')::text as rows from (
      select ${recordColumns(context, area, readScope, 't')} from (
        ${isCut ? sql`select * from (${page}) as t limit ${slot('size')}` : page}
      ) as t ${titleJoins(context, area, readScope, 't')} ${order}
    ) as x`
}

const anchorsSql = (context: SelectContext, area: Area, readScope: ReadScope, shape: ListShape) => sql`
    select x.id from (
      select t.id, row_number() over (${orderBy(shape.sort, 't')}) as n
      ${matchesSql(context, area, readScope, shape, null)}) as x
    where x.n % ${slot('every')}::int = 1 order by x.n`

const listOfIdsSql = (context: SelectContext, area: Area, readScope: ReadScope) => sql`
    select coalesce(json_agg(x), '[]')::text as rows from (
      select ${recordColumns(context, area, readScope, 't')}
      from ${id(tableOf(area))} as t ${titleJoins(context, area, readScope, 't')}
      where t.id = any(${slot('ids')}::bigint[]) and ${scopeCondition(context, area, readScope, 't')}
      order by array_position(${slot('ids')}::bigint[], t.id)
    ) as x`

const orderBy = (sort: readonly Sort[], alias: string) =>
  sql`order by ${sql.join(
    completeOrder(sort).map(({ field, desc }) => sql`${id(alias, field)} ${sql.raw(desc ? 'desc' : 'asc')}`),
  )}`

/** The order with the id as its last field, so that it is total. */
const completeOrder = (sort: readonly Sort[]): readonly Sort[] =>
  sort.some(({ field }) => field === 'id') ? sort : [...sort, { field: 'id', desc: sort[0]?.desc ?? false }]

/** The condition for the record `from` and all rows after it in this order. */
const notBefore = (area: Area, sort: readonly Sort[], alias: string, from: RawBuilder<unknown>) =>
  completeOrder(sort).reduceRight<RawBuilder<unknown>>((laterFields, { field, desc }) => {
    const value = id(alias, field)
    const bound = sql`(select ${id('a', field)} from ${id(tableOf(area))} as a where a.id = ${from}::bigint)`
    // PostgreSQL sorts null last in ascending and first in descending order.
    const isAfter = desc
      ? sql`(${value} < ${bound} or (${bound} is null and ${value} is not null))`
      : sql`(${value} > ${bound} or (${value} is null and ${bound} is not null))`
    return sql`(${isAfter} or (${value} is not distinct from ${bound} and ${laterFields}))`
  }, sql`true`)
