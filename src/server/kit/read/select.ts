import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/db/types.ts'
import { memo } from '#server/kit/memo.ts'
import { type Principal, type ReadScope, readScopeOf, subjectIn, system } from '#server/kit/principal.ts'
import { type Area, tableOf } from '#shared/kit/area.ts'
import { type Field, isDecimal } from '#shared/kit/fields.ts'
import type { Sort } from '#shared/kit/filter.ts'
import type { FigureSource } from './figures'
import { codeSearch, filterConditions, matchesSql, whereSql } from './filter-sql'
import { conditionsKey, type ListShape } from './list-shape'
import { documentsSql, recordColumns, titleJoins } from './record-sql'
import { callerValues } from './scope'
import { type SelectContext, scopeCondition } from './select-context'
import { all, compile, id, run, type Statement, slot } from './sql'

/** The statements behind reading; each is compiled once for an area, a read scope and a shape of request. */
export const createSelects = (context: SelectContext) => {
  const statements = memo<Statement>(2000)
  const cached = (key: string, build: () => RawBuilder<unknown>) => statements(key, () => compile(build()))

  return {
    /** Answers one row `{ rows }`: the page as JSON text. Slots: `f0…`, `q`, `start`, `size` and the caller's. */
    list: (area: Area, readScope: ReadScope, shape: ListShape) =>
      cached(`list|${area.name}|${readScope}|${JSON.stringify(shape)}`, () => listSql(context, area, readScope, shape)),

    /**
     * A statement over the page that `list` answers, in one go with it: `build` gets the list as a query of one row
     * `{ rows }`. Slots as in `list`, and those of `build`, which `key` names. With `isAnchored` the page begins at the
     * record of the slot `from`.
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

    /** As `over`, with those of the records `ids` that are in scope, in the order of the ids. Slot `ids` and the caller's. */
    overIds: (
      key: string,
      area: Area,
      readScope: ReadScope,
      build: (list: RawBuilder<unknown>) => RawBuilder<unknown>,
    ) => cached(`over ids|${key}|${area.name}|${readScope}`, () => build(listOfIdsSql(context, area, readScope))),

    /** Answers one row `{ ids }`: the ids of all that a list matches, in its order, as JSON text. Slots as in `count`. */
    idsInOrder: (area: Area, readScope: ReadScope, shape: ListShape) =>
      cached(
        `ids|${area.name}|${readScope}|${conditionsKey(shape)}|${JSON.stringify(shape.sort)}`,
        () => sql`
          select array_to_json(array(
            select t.id ${matchesSql(context, area, readScope, shape, null)} ${orderBy(shape.sort, 't')}))::text as ids`,
      ),

    /**
     * Answers `{ id }`: in the order of a list every so many-th of all that it matches, from the first on. Slots as in
     * `count`, and `every`.
     */
    anchors: (area: Area, readScope: ReadScope, shape: ListShape) =>
      cached(`anchors|${area.name}|${readScope}|${conditionsKey(shape)}|${JSON.stringify(shape.sort)}`, () =>
        anchorsSql(context, area, readScope, shape),
      ),

    /**
     * A statement over all that a list matches: `build` gets `from … where …` with the records as `t`. Slots as in `count`,
     * and those of `build`, which `key` names.
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

    /** Answers `{ count }`; like `totals` and `facet` from kept figures where `figures` names them. */
    count: (area: Area, readScope: ReadScope, shape: ListShape, figures: FigureSource | null = null) =>
      cached(
        `count|${area.name}|${readScope}|${conditionsKey(shape)}|${figures?.kind}`,
        () => sql`select ${recordCount(figures)} as count ${matchesSql(context, area, readScope, shape, figures)}`,
      ),

    /**
     * Answers `{ c0, c1, … }`: how many match `shared` and each of `each`, counted in one scan. Slots as in `count`;
     * those of `each` are named `c0_f0…`.
     */
    counts: (area: Area, readScope: ReadScope, shared: ListShape, each: readonly ListShape[]) =>
      cached(`counts|${area.name}|${readScope}|${[shared, ...each].map(conditionsKey).join('|')}`, () =>
        countsSql(context, area, readScope, shared, each),
      ),

    /** Answers a row per currency (one, where the area has none) with `count` and each declared total. */
    totals: (area: Area, readScope: ReadScope, shape: ListShape, figures: FigureSource | null = null) =>
      cached(`totals|${area.name}|${readScope}|${conditionsKey(shape)}|${figures?.kind}`, () =>
        totalsSql(context, area, readScope, shape, figures),
      ),

    /** Answers a row per value of `field` with `count`. */
    facet: (area: Area, readScope: ReadScope, shape: ListShape, field: string, figures: FigureSource | null = null) =>
      cached(
        `facet|${field}|${area.name}|${readScope}|${conditionsKey(shape)}|${figures?.kind}`,
        () => sql`
          select * from (
            select ${id('t', field)}::text as value, ${recordCount(figures)} as count
            ${matchesSql(context, area, readScope, shape, figures)} group by 1) as x
          where count > 0 order by 1`,
      ),

    /** Ids, versions and states of what a filter matches, in id order. Slots as in `list`, `after` and `size`. */
    keys: (area: Area, readScope: ReadScope, shape: ListShape) =>
      cached(`keys|${area.name}|${readScope}|${conditionsKey(shape)}`, () => keysSql(context, area, readScope, shape)),

    /** A page of an export by key range: a row `{ id, record }` each. Slots as in `list`, `after` and `size`. */
    exportPage: (area: Area, readScope: ReadScope, shape: ListShape) =>
      cached(`export|${area.name}|${readScope}|${conditionsKey(shape)}`, () =>
        exportPageSql(context, area, readScope, shape),
      ),

    /** Whole documents with their rows: a row `{ id, record }` each. Slot `ids` and the caller's. */
    documents: (area: Area, readScope: ReadScope) =>
      cached(`documents|${area.name}|${readScope}`, () =>
        documentsSql(context, area, readScope, sql`t.id = any(${slot('ids')}::bigint[])`),
      ),

    /** As `documents`, of one; its plan is cached, since planning takes ten times as long as running. Slot `id` and the caller's. */
    document: (area: Area, readScope: ReadScope) =>
      cached(`document|${area.name}|${readScope}`, () =>
        documentsSql(context, area, readScope, sql`t.id = ${slot('id')}::bigint`),
      ),

    /** The ids of those of the records `ids` that are in scope. */
    visible: (area: Area, readScope: ReadScope) =>
      cached(`visible|${area.name}|${readScope}`, () => idsInScopeSql(context, area, readScope)),

    /** As `visible`, and locks them. */
    lock: (area: Area, readScope: ReadScope) =>
      cached(`lock|${area.name}|${readScope}`, () => sql`${idsInScopeSql(context, area, readScope)} for update`),

    /**
     * Area, id, title and state of records of several areas in the caller's scope, and as `owner` the field `within`
     * as text. A slot of ids for each area, by its name, and the caller's.
     */
    references: (targets: readonly ReferenceTarget[], readScope: ReadScope) =>
      cached(`references|${readScope}|${JSON.stringify(targets)}`, () => referencesSql(context, targets, readScope)),

    inScope: (area: Area, readScope: ReadScope, alias: string) => scopeCondition(context, area, readScope, alias),

    /** Whether the caller sees less than all records of the area. */
    isScoped: (area: Area, readScope: ReadScope) => context.scopes.condition(area.name, readScope, 't') !== null,
  }
}
export type Selects = ReturnType<typeof createSelects>

/** Whole documents with their rows as JSON text, as `me` may read them; by default as the portal itself. */
export const readDocuments = (
  on: Queryable,
  selects: Selects,
  area: Area,
  ids: readonly number[],
  me: Principal = system,
) => {
  const readScope = readScopeOf(me)
  const statement = ids.length === 1 ? selects.document(area, readScope) : selects.documents(area, readScope)
  return run<{ id: number; record: string }>(on, statement, { ids, id: ids[0], ...callerValues(me) })
}

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

const keysSql = (context: SelectContext, area: Area, readScope: ReadScope, shape: ListShape) => sql`
          select t.id, t.version, t.archived_at ${area.lifecycle ? sql`, t.status` : sql``}
          from ${id(tableOf(area))} as t
          where ${whereSql(context, area, readScope, shape)} and t.id > ${slot('after')} order by t.id limit ${slot('size')}`

const exportPageSql = (context: SelectContext, area: Area, readScope: ReadScope, shape: ListShape) => sql`
          select x.id, row_to_json(x)::text as record from (
            select ${recordColumns(context, area, readScope, 't')} from (
              select * from ${id(tableOf(area))} as t where ${whereSql(context, area, readScope, shape)} and t.id > ${slot('after')}
              order by t.id limit ${slot('size')}
            ) as t ${titleJoins(context, area, readScope, 't')}
          ) as x order by x.id`

const idsInScopeSql = (context: SelectContext, area: Area, readScope: ReadScope) => sql`
      select t.id from ${id(tableOf(area))} as t
      where t.id = any(${slot('ids')}::bigint[]) and ${scopeCondition(context, area, readScope, 't')} order by t.id`

interface ReferenceTarget {
  to: string
  within: string | null
}

const referencesSql = (context: SelectContext, targets: readonly ReferenceTarget[], readScope: ReadScope) =>
  all(
    targets.map(({ to, within }) => {
      const area = context.register.get(to)
      return sql`
                select ${sql.lit(to)} as area, t.id, ${id('t', area.title)}::text as title,
                  t.archived_at is not null as archived, ${area.lifecycle ? sql`t.status` : sql`null`}::text as status,
                  ${within ? sql`${id('t', within)}::text` : sql`null::text`} as owner
                from ${id(tableOf(area))} as t
                where t.id = any(${slot(to)}::bigint[]) and ${scopeCondition(context, area, readScope, 't')}`
    }),
    ' union all ',
  )

const recordCount = (figures: FigureSource | null) =>
  figures ? sql`coalesce(sum(t.records), 0)::int` : sql`count(*)::int`

const orderBy = (sort: readonly Sort[], alias: string) =>
  sql`order by ${sql.join(
    completeOrder(sort).map(({ field, desc }) => sql`${id(alias, field)} ${sql.raw(desc ? 'desc' : 'asc')}`),
  )}`

/** The order with the id in the end, so that no two records are equal in it. */
const completeOrder = (sort: readonly Sort[]): readonly Sort[] =>
  sort.some(({ field }) => field === 'id') ? sort : [...sort, { field: 'id', desc: sort[0]?.desc ?? false }]

/** That a row is the record `from`, or comes after it in this order. */
const notBefore = (area: Area, sort: readonly Sort[], alias: string, from: RawBuilder<unknown>) =>
  completeOrder(sort).reduceRight<RawBuilder<unknown>>((rest, { field, desc }) => {
    const value = id(alias, field)
    const bound = sql`(select ${id('a', field)} from ${id(tableOf(area))} as a where a.id = ${from}::bigint)`
    // Without a value comes last going up, and first going down.
    const isAfter = desc
      ? sql`(${value} < ${bound} or (${bound} is null and ${value} is not null))`
      : sql`(${value} > ${bound} or (${value} is null and ${bound} is not null))`
    return sql`(${isAfter} or (${value} is not distinct from ${bound} and ${rest}))`
  }, sql`true`)
