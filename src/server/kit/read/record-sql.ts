import { type RawBuilder, sql } from 'kysely'
import { type ReadScope, subjectIn } from '#server/kit/principal.ts'
import { type Area, columnsOf, rowsOf, tableOf, titleKey } from '#shared/kit/area.ts'
import { type Field, isDecimal } from '#shared/kit/fields.ts'
import { type SelectContext, scopeCondition } from './select-context'
import { id } from './sql'

/** Whole documents with their rows as JSON: a row `{ id, record }` each. */
export const documentsSql = (
  context: SelectContext,
  area: Area,
  readScope: ReadScope,
  which: RawBuilder<unknown>,
) => sql`
  select x.id, row_to_json(x)::text as record from (
    select ${sql.join([recordColumns(context, area, readScope, 't'), ...rowColumns(context, area, readScope, 't')])}
    from ${id(tableOf(area))} as t ${titleJoins(context, area, readScope, 't')}
    where ${which} and ${scopeCondition(context, area, readScope, 't')}
  ) as x`

/** The columns that the role may read, in wire form, with the titles of references (except `parentField`). */
export const recordColumns = (
  context: SelectContext,
  area: Area,
  readScope: ReadScope,
  alias: string,
  parentField?: string,
): RawBuilder<unknown> => {
  const columns = columnsOf(area).filter(([name]) => context.mayRead(subjectIn(readScope), area, name))
  return sql.join([
    ...['id', 'version', ...(area.lifecycle ? ['status'] : [])].map((name) => id(alias, name)),
    ...columns.flatMap(([name, field]) => [
      isDecimal(field) ? sql`${id(alias, name)}::text as ${id(name)}` : id(alias, name),
      ...(field.kind === 'reference' && name !== parentField
        ? [sql`${titleJson(context, field, alias, name)} as ${id(titleKey(name))}`]
        : []),
    ]),
    ...['created_at', 'updated_at', 'archived_at'].map((name) => id(alias, name)),
  ])
}

/** The joins that the titles of `recordColumns` need. */
export const titleJoins = (
  context: SelectContext,
  area: Area,
  readScope: ReadScope,
  alias: string,
  parentField?: string,
): RawBuilder<unknown> => {
  const joins = columnsOf(area)
    .filter(
      ([name, field]) =>
        field.kind === 'reference' && name !== parentField && context.mayRead(subjectIn(readScope), area, name),
    )
    .map(([name, field]) => {
      const target = context.register.get(field.options.to ?? '')
      const joined = `${alias}_${name}`
      const scope = field.options.openTitle ? sql`true` : scopeCondition(context, target, readScope, joined)
      return sql`left join ${id(tableOf(target))} as ${id(joined)} on ${id(joined, 'id')} = ${id(alias, name)} and ${scope}`
    })
  return joins.length > 0 ? sql.join(joins, sql.raw(' ')) : sql``
}

const titleJson = ({ register }: SelectContext, field: Field, alias: string, name: string) => {
  const target = register.get(field.options.to ?? '')
  const joined = `${alias}_${name}`
  const titleZh = target.titleZh ? sql`, 'title_zh', ${id(joined, target.titleZh)}` : sql``
  return sql`case when ${id(joined, 'id')} is not null then json_build_object('id', ${id(joined, 'id')}, 'title', ${id(joined, target.title)}${titleZh}) end`
}

/**
 * Rows as JSON under their fields. Their document is known to be in scope, so only the scope of their own area is
 * added.
 */
const rowColumns = (context: SelectContext, area: Area, readScope: ReadScope, alias: string): RawBuilder<unknown>[] =>
  rowsOf(area)
    .filter(([name]) => context.mayRead(subjectIn(readScope), area, name))
    .map(([name, { options }]) => {
      const child = context.register.get(options.to ?? '')
      const inner = `${alias}_${name}`
      const scope = context.scopes.ofRow(child.name, readScope, inner)
      const columns = [
        recordColumns(context, child, readScope, inner, options.by),
        ...rowColumns(context, child, readScope, inner),
      ]
      const order = (options.order ?? child.sort).map((sort) =>
        sort.startsWith('-') ? sql`${id(inner, sort.slice(1))} desc` : sql`${id(inner, sort)}`,
      )
      return sql`(
          select coalesce(json_agg(x), '[]') from (
            select ${sql.join(columns)}
            from ${id(tableOf(child))} as ${id(inner)} ${titleJoins(context, child, readScope, inner, options.by)}
            where ${id(inner, options.by ?? '')} = ${id(alias, 'id')}
              ${scope ? sql`and ${scope}` : sql``} order by ${sql.join(order)}
          ) as x) as ${id(name)}`
    })
