import { sql } from 'kysely'
import type { ReadScope } from '#server/kit/principal.ts'
import { type Area, tableOf } from '#shared/kit/area.ts'
import { whereSql } from './filter-sql'
import { conditionsKey, type ListShape } from './list-shape'
import { documentsSql, recordColumns, titleJoins } from './record-sql'
import { type CachedStatement, type SelectContext, scopeCondition } from './select-context'
import { all, id, slot } from './sql'

/** Statements for records by their ids or by ranges of ids. */
export const recordSelects = (context: SelectContext, cached: CachedStatement) => ({
  /**
   * Ids, versions and states of the matching records after the id `after`, in id order. Slots as in `list`, and
   * `after`.
   */
  keys: (area: Area, readScope: ReadScope, shape: ListShape) =>
    cached(`keys|${area.name}|${readScope}|${conditionsKey(shape)}`, () => keysSql(context, area, readScope, shape)),

  /** The same with whole records, for exports: rows `{ id, record }`. Slots as in `keys`. */
  exportPage: (area: Area, readScope: ReadScope, shape: ListShape) =>
    cached(`export|${area.name}|${readScope}|${conditionsKey(shape)}`, () =>
      exportPageSql(context, area, readScope, shape),
    ),

  /** Whole documents with their rows: rows `{ id, record }`. Slots: `ids` and the caller's. */
  documents: (area: Area, readScope: ReadScope) =>
    cached(`documents|${area.name}|${readScope}`, () =>
      documentsSql(context, area, readScope, sql`t.id = any(${slot('ids')}::bigint[])`),
    ),

  /**
   * Like `documents`, for one id: its plan is cached, since planning takes ten times as long as running. Slots: `id`
   * and the caller's.
   */
  document: (area: Area, readScope: ReadScope) =>
    cached(`document|${area.name}|${readScope}`, () =>
      documentsSql(context, area, readScope, sql`t.id = ${slot('id')}::bigint`),
    ),

  /** Those of the ids in the slot `ids` whose records are in scope. */
  visible: (area: Area, readScope: ReadScope) =>
    cached(`visible|${area.name}|${readScope}`, () => idsInScopeSql(context, area, readScope)),

  /** Like `visible`, and locks the records. */
  lock: (area: Area, readScope: ReadScope) =>
    cached(`lock|${area.name}|${readScope}`, () => sql`${idsInScopeSql(context, area, readScope)} for update`),

  /**
   * Area, id, title and state of records of several areas in the caller's scope, and as `owner` the field `within` as
   * text. Slots: the ids of each area, named as the area, and the caller's.
   */
  references: (targets: readonly ReferenceTarget[], readScope: ReadScope) =>
    cached(`references|${readScope}|${JSON.stringify(targets)}`, () => referencesSql(context, targets, readScope)),
})

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
