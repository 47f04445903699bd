import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/db/types.ts'
import { memo } from '#server/kit/memo.ts'
import { type Principal, type ReadScope, readScopeOf, subjectIn, system } from '#server/kit/principal.ts'
import { addDays, today } from '#shared/base/dates.ts'
import { boundsOf, readPeriod } from '#shared/base/periods.ts'
import { type Area, allFields, columnsOf, type Register, rowsOf, tableOf, titleKey } from '#shared/kit/area.ts'
import { type Field, isDecimal } from '#shared/kit/fields.ts'
import type { Filter, Sort } from '#shared/kit/filter.ts'
import { type ListQuery, maxDepth, maxPage } from '#shared/kit/list-query.ts'
import type { Subject } from '#shared/kit/roles.ts'
import { codeQuery, holdsAllTokens, searchKey } from '#shared/kit/search.ts'
import type { FigureSource } from './figures'
import { callerValues, type Scopes } from './scope'
import type { Condition } from './scope-types'
import { all, columnType, compile, id, run, type Statement, slot } from './sql'

export interface SelectContext {
  register: Register
  scopes: Scopes
  conditionOf(area: string, name: string): Condition | undefined
  mayRead(subject: Subject, area: Area, field: string): boolean
}

/** The form of a list request: all of it but the values, so that each form is compiled once. */
export interface ListShape {
  filters: { field: string; op: Filter['op']; many: boolean; code?: boolean }[]
  sort: Sort[]
  q: boolean
  /** Of what is searched only some terms are looked up in the index; the others are compared. */
  keyed?: boolean
  /** Few match what is searched, or a part of a code: fetch them all and sort, where else the order is followed until a page is full. */
  few?: boolean
  /**
   * Rows of a page at most, and whether it is another than the first: with a limit in the text a kept plan is as good as a
   * fresh one. A page of another size than usual is cut from the next larger one.
   */
  page: { most: number; isCut: boolean; turned: boolean }
}

const usualSizes = [10, 25, 50, maxPage]

export const shapeOf = (query: Omit<ListQuery, 'q'>, searchable: boolean, area: Area): ListShape => ({
  filters: query.filters.map((filter) => ({
    field: filter.field,
    op: filter.op,
    many: filter.values.length > 1,
    ...(codePart(area, filter) && { code: true }),
  })),
  sort: query.sort,
  q: searchable,
  page: { ...pageOf(query), turned: query.start > 0 },
})

const pageOf = ({ start, end }: Pick<ListQuery, 'start' | 'end'>) => {
  const most = usualSizes.find((size) => end - start <= size) ?? maxPage
  return { most, isCut: end - start !== most }
}

/** Whether a request says itself which of the archived records it wants. */
export const filtersArchived = ({ filters }: ListShape) =>
  filters.some(({ field }) => field === 'archived_at' || field === 'id')

/** What counts and sums depend on: the conditions alone. */
const conditionsOf = ({ filters, q, keyed }: ListShape) => JSON.stringify([filters, q, keyed])

/** The statements behind reading; each is compiled once for an area, a role and a form of request. */
export const createSelects = (context: SelectContext) => {
  const statements = memo<Statement>(2000)
  const { register, scopes } = context

  return {
    /** Answers one row `{ rows }`: the page as JSON text. Slots: `f0…`, `q`, `start`, `size` and the caller's. */
    list: (area: Area, sight: ReadScope, shape: ListShape) =>
      statements(`list|${area.name}|${sight}|${JSON.stringify(shape)}`, () => {
        const order = orderBy(shape.sort, 't')
        const matching = sql`select * from ${id(tableOf(area))} as t where ${where(area, sight, shape)}`
        const { most, isCut, turned } = shape.page
        const page = sql`
          ${shape.few ? sql`select * from (${matching} ${byCode(shape)} offset 0) as t` : matching} ${order}
          limit ${sql.lit(most)} ${turned ? sql`offset ${slot('start')}` : sql``}`
        return compile(sql`
          select coalesce(json_agg(x), '[]')::text as rows from (
            select ${record(area, sight, 't')} from (
              ${isCut ? sql`select * from (${page}) as t limit ${slot('size')}` : page}
            ) as t ${titleJoins(area, sight, 't')} ${order}
          ) as x`)
      }),

    /** Answers `{ count }`; as `totals` and `facet` from the sums that are kept, where `figures` names them. */
    count: (area: Area, sight: ReadScope, shape: ListShape, figures: FigureSource | null = null) =>
      statements(`count|${area.name}|${sight}|${conditionsOf(shape)}|${figures?.kind}`, () =>
        compile(sql`select ${recordsIn(figures)} as count ${matchesIn(area, sight, shape, figures)}`),
      ),

    /**
     * Answers `{ c0, c1, … }`: how many match `shared` and each of `each`, all found in one reading. Slots as in `count`;
     * those of `each` are named `c0_f0…`.
     */
    counts: (area: Area, sight: ReadScope, shared: ListShape, each: readonly ListShape[]) =>
      statements(`counts|${area.name}|${sight}|${[shared, ...each].map(conditionsOf).join('|')}`, () =>
        compile(sql`
          select ${sql.join(
            each.map(
              (shape, index) =>
                sql`count(*) filter (where ${all(asked(area, shape, `c${index}_`))})::int as ${id(`c${index}`)}`,
            ),
          )}
          from ${id(tableOf(area))} as t where ${where(area, sight, shared)}`),
      ),

    /** Answers a row per currency (one, where the area has none) with `count` and each declared total. */
    totals: (area: Area, sight: ReadScope, shape: ListShape, figures: FigureSource | null = null) =>
      statements(`totals|${area.name}|${sight}|${conditionsOf(shape)}|${figures?.kind}`, () => {
        const sums = (area.totals ?? [])
          .filter((name) => context.mayRead(subjectIn(sight), area, name))
          .map((name) => {
            const total = sql`sum(${id('t', name)})`
            return sql`${isDecimal(area.fields[name] as Field) ? sql`coalesce(${total}, 0)::text` : sql`coalesce(${total}, 0)::float8`} as ${id(name)}`
          })
        const group = 'currency' in area.fields && context.mayRead(subjectIn(sight), area, 'currency')
        return compile(sql`
          select ${sql.join([...(group ? [id('t', 'currency')] : []), sql`${recordsIn(figures)} as count`, ...sums])}
          ${matchesIn(area, sight, shape, figures)}
          ${group ? sql`group by t.currency order by t.currency` : sql``}`)
      }),

    /** Answers a row per value of `field` with `count`. */
    facet: (area: Area, sight: ReadScope, shape: ListShape, field: string, figures: FigureSource | null = null) =>
      statements(`facet|${field}|${area.name}|${sight}|${conditionsOf(shape)}|${figures?.kind}`, () =>
        compile(sql`
          select * from (
            select ${id('t', field)}::text as value, ${recordsIn(figures)} as count
            ${matchesIn(area, sight, shape, figures)} group by 1) as x
          where count > 0 order by 1`),
      ),

    /** Ids, versions and states of what a filter matches, in id order. Slots as in `list`, `after` and `size`. */
    keys: (area: Area, sight: ReadScope, shape: ListShape) =>
      statements(`keys|${area.name}|${sight}|${conditionsOf(shape)}`, () =>
        compile(sql`
          select t.id, t.version, t.archived_at ${area.lifecycle ? sql`, t.status` : sql``}
          from ${id(tableOf(area))} as t
          where ${where(area, sight, shape)} and t.id > ${slot('after')} order by t.id limit ${slot('size')}`),
      ),

    /** A page of an export by key range: a row `{ id, record }` each. Slots as in `list`, `after` and `size`. */
    exportPage: (area: Area, sight: ReadScope, shape: ListShape) =>
      statements(`export|${area.name}|${sight}|${conditionsOf(shape)}`, () =>
        compile(sql`
          select x.id, row_to_json(x)::text as record from (
            select ${record(area, sight, 't')} from (
              select * from ${id(tableOf(area))} as t where ${where(area, sight, shape)} and t.id > ${slot('after')}
              order by t.id limit ${slot('size')}
            ) as t ${titleJoins(area, sight, 't')}
          ) as x order by x.id`),
      ),

    /** Whole documents with their rows: a row `{ id, record }` each. Slot `ids` and the caller's. */
    documents: (area: Area, sight: ReadScope) =>
      statements(`documents|${area.name}|${sight}`, () =>
        compile(documents(area, sight, sql`t.id = any(${slot('ids')}::bigint[])`)),
      ),

    /** As `documents`, of one. Slot `id` and the caller's. To plan it anew would take ten times as long as to run it. */
    document: (area: Area, sight: ReadScope) =>
      statements(`document|${area.name}|${sight}`, () =>
        compile(documents(area, sight, sql`t.id = ${slot('id')}::bigint`)),
      ),

    /** The `id` of those of the records `ids` that are in scope. */
    visible: (area: Area, sight: ReadScope) =>
      statements(`visible|${area.name}|${sight}`, () => compile(idsInScope(area, sight))),

    /** As `visible`, and locks them. */
    lock: (area: Area, sight: ReadScope) =>
      statements(`lock|${area.name}|${sight}`, () => compile(sql`${idsInScope(area, sight)} for update`)),

    /**
     * Area, id, title and state of records of several areas in the caller's scope, and as `owner` the field `within`.
     * A slot of ids for each area, by its name, and the caller's.
     */
    references: (targets: readonly { to: string; within: string | null }[], sight: ReadScope) =>
      statements(`references|${sight}|${JSON.stringify(targets)}`, () =>
        compile(
          all(
            targets.map(({ to, within }) => {
              const area = register.get(to)
              return sql`
                select ${sql.lit(to)} as area, t.id, ${id('t', area.title)}::text as title,
                  t.archived_at is not null as archived, ${area.lifecycle ? sql`t.status` : sql`null`}::text as status,
                  ${within ? id('t', within) : sql`null::bigint`} as owner
                from ${id(tableOf(area))} as t
                where t.id = any(${slot(to)}::bigint[]) and ${inScope(area, sight, 't')}`
            }),
            ' union all ',
          ),
        ),
      ),
    inScope,

    /** Whether the caller sees less than all records of the area. */
    isScoped: (area: Area, sight: ReadScope) => scopes.condition(area.name, sight, 't') !== null,
  }

  function recordsIn(figures: FigureSource | null) {
    return figures ? sql`coalesce(sum(t.records), 0)::int` : sql`count(*)::int`
  }

  /** Where the matching records stand, or the sums that were made of them. */
  function matchesIn(area: Area, sight: ReadScope, shape: ListShape, figures: FigureSource | null) {
    if (!figures) return sql`from ${id(tableOf(area))} as t where ${where(area, sight, shape)} ${byCode(shape)}`
    const fields = allFields(area)
    const scope = scopes.condition(figures.scopedAs, sight, 't')
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

  function idsInScope(area: Area, sight: ReadScope) {
    return sql`
      select t.id from ${id(tableOf(area))} as t
      where t.id = any(${slot('ids')}::bigint[]) and ${inScope(area, sight, 't')} order by t.id`
  }

  function inScope(area: Area, sight: ReadScope, alias: string) {
    return scopes.condition(area.name, sight, alias) ?? sql<boolean>`true`
  }

  /** Rows stand in a document that is in scope already; what their area says beyond that is asked of each. */
  function rowScope(child: Area, sight: ReadScope, alias: string) {
    const condition = scopes.ofRow(child.name, sight, alias)
    return condition ? sql`and ${condition}` : sql``
  }

  function where(area: Area, sight: ReadScope, shape: ListShape): RawBuilder<unknown> {
    const scope = scopes.condition(area.name, sight, 't')
    return all([
      ...(scope ? [scope] : []),
      ...(filtersArchived(shape) ? [] : [sql`t.archived_at is null`]),
      ...asked(area, shape),
      ...(shape.q ? [matches(area, sight, shape)] : []),
    ])
  }

  /** What a part of a code is looked up by, before it is compared: the search column has an index, the code only from its start. */
  function byCode({ filters, few }: ListShape): RawBuilder<unknown> {
    const parts = filters.flatMap(({ code }, index) =>
      code ? [sql`and t.search @@ ${searched(`f${index}_code`, few)}`] : [],
    )
    return parts.length > 0 ? sql.join(parts, sql.raw(' ')) : sql``
  }

  /**
   * What is searched. Where few match, the plan is the same whatever it is, and must not depend on it: to plan a page with
   * all its titles anew takes ten times as long as to run it.
   */
  function searched(name: string, few = false): RawBuilder<unknown> {
    return few ? sql`(select ${slot(name)}::tsquery)` : sql`${slot(name)}::tsquery`
  }

  /** What the filters ask, their slots named with `prefix`. */
  function asked(area: Area, shape: ListShape, prefix = ''): RawBuilder<unknown>[] {
    const fields = allFields(area)
    return [
      ...shape.filters.flatMap((filter, index) =>
        filter.field in (area.conditions ?? {})
          ? []
          : [condition(fields[filter.field] as Field, id('t', filter.field), filter, slot(`${prefix}f${index}`))],
      ),
      ...Object.entries(area.conditions ?? {}).flatMap(([name, field]) => askedOf(area, name, field, shape, prefix)),
    ]
  }

  /** All that is asked by one condition, of one and the same row. */
  function askedOf(
    area: Area,
    name: string,
    field: Field,
    { filters }: ListShape,
    prefix: string,
  ): RawBuilder<unknown>[] {
    const own = filters.flatMap((filter, index) => (filter.field === name ? [{ filter, index }] : []))
    if (own.length === 0) return []
    const meaning = context.conditionOf(area.name, name)
    if (!meaning) throw new Error(`${area.name} does not say what ${name} means`)
    return [
      meaning('t', (column) =>
        all(own.map(({ filter, index }) => condition(field, column, filter, slot(`${prefix}f${index}`)))),
      ),
    ]
  }

  function matches(area: Area, sight: ReadScope, { keyed, few }: ListShape) {
    // What is compared beside the key is said in a way that no index answers.
    const isMatch = (alias: string) =>
      keyed
        ? sql`(${id(alias, 'search')} @@ ${searched('q_key', few)} and (${id(alias, 'search')} @@ ${searched('q', few)}) is not false)`
        : sql`${id(alias, 'search')} @@ ${searched('q', few)}`
    const through = columnsOf(area).filter(
      ([name, field]) =>
        field.kind === 'reference' && field.options.search && context.mayRead(subjectIn(sight), area, name),
    )
    return bracketed(
      all(
        [
          isMatch('t'),
          ...through.map(([name, field]) => {
            const target = register.get(field.options.to ?? '')
            // As an array it can be looked up in the column's index; `in` beside an `or` would read the whole table.
            return sql`${id('t', name)} = any(array(select r.id from ${id(tableOf(target))} as r where ${isMatch('r')} and ${inScope(target, sight, 'r')}))`
          }),
        ],
        ' or ',
      ),
    )
  }

  function documents(area: Area, sight: ReadScope, which: RawBuilder<unknown>) {
    return sql`
      select x.id, row_to_json(x)::text as record from (
        select ${sql.join([record(area, sight, 't'), ...rowFields(area, sight, 't')])}
        from ${id(tableOf(area))} as t ${titleJoins(area, sight, 't')}
        where ${which} and ${inScope(area, sight, 't')}
      ) as x`
  }

  /** Rows under their fields; they are in scope because their document is, unless their area says more. */
  function rowFields(area: Area, sight: ReadScope, alias: string): RawBuilder<unknown>[] {
    return rowsOf(area)
      .filter(([name]) => context.mayRead(subjectIn(sight), area, name))
      .map(([name, { options }]) => {
        const child = register.get(options.to ?? '')
        const inner = `${alias}_${name}`
        const order = sql.join(
          (options.order ?? child.sort).map((sort) =>
            sort.startsWith('-') ? sql`${id(inner, sort.slice(1))} desc` : sql`${id(inner, sort)}`,
          ),
        )
        return sql`(
          select coalesce(json_agg(x), '[]') from (
            select ${sql.join([record(child, sight, inner, options.by), ...rowFields(child, sight, inner)])}
            from ${id(tableOf(child))} as ${id(inner)} ${titleJoins(child, sight, inner, options.by)}
            where ${id(inner, options.by ?? '')} = ${id(alias, 'id')}
              ${rowScope(child, sight, inner)} order by ${order}
          ) as x) as ${id(name)}`
      })
  }

  /** The columns of a record that the role may read, in wire form, with titles beside references (but not of `bare`). */
  function record(area: Area, sight: ReadScope, alias: string, bare?: string): RawBuilder<unknown> {
    const columns = columnsOf(area).filter(([name]) => context.mayRead(subjectIn(sight), area, name))
    return sql.join([
      ...['id', 'version', ...(area.lifecycle ? ['status'] : [])].map((name) => id(alias, name)),
      ...columns.flatMap(([name, field]) => [
        isDecimal(field) ? sql`${id(alias, name)}::text as ${id(name)}` : id(alias, name),
        ...(field.kind === 'reference' && name !== bare
          ? [sql`${title(field, alias, name)} as ${id(titleKey(name))}`]
          : []),
      ]),
      ...['created_at', 'updated_at', 'archived_at'].map((name) => id(alias, name)),
    ])
  }

  function title(field: Field, alias: string, name: string) {
    const target = register.get(field.options.to ?? '')
    const joined = `${alias}_${name}`
    const titleZh = target.titleZh ? sql`, 'title_zh', ${id(joined, target.titleZh)}` : sql``
    return sql`case when ${id(joined, 'id')} is not null then json_build_object('id', ${id(joined, 'id')}, 'title', ${id(joined, target.title)}${titleZh}) end`
  }

  function titleJoins(area: Area, sight: ReadScope, alias: string, bare?: string): RawBuilder<unknown> {
    const joins = columnsOf(area)
      .filter(
        ([name, field]) => field.kind === 'reference' && name !== bare && context.mayRead(subjectIn(sight), area, name),
      )
      .map(([name, field]) => {
        const target = register.get(field.options.to ?? '')
        const joined = `${alias}_${name}`
        const scope = field.options.openTitle ? sql`true` : inScope(target, sight, joined)
        return sql`left join ${id(tableOf(target))} as ${id(joined)} on ${id(joined, 'id')} = ${id(alias, name)} and ${scope}`
      })
    return joins.length > 0 ? sql.join(joins, sql.raw(' ')) : sql``
  }
}
export type Selects = ReturnType<typeof createSelects>

/** Whole documents with their rows as JSON text, as `me` may read them; as the portal itself sees them where nobody is named. */
export const readDocuments = (
  on: Queryable,
  selects: Selects,
  area: Area,
  ids: readonly number[],
  me: Principal = system,
) => {
  const sight = readScopeOf(me)
  const statement = ids.length === 1 ? selects.document(area, sight) : selects.documents(area, sight)
  return run<{ id: number; record: string }>(on, statement, { ids, id: ids[0], ...callerValues(me) })
}

/** The values for the slots of a list statement. */
export const listValues = (query: Pick<ListQuery, 'filters' | 'start' | 'end'>, area: Area, tsquery: string | null) => {
  const fields = allFields(area)
  const values: Record<string, unknown> = {
    q: tsquery,
    q_key: tsquery && searchKey(tsquery),
    start: Math.min(query.start, maxDepth),
    size: Math.max(query.end - query.start, 0),
  }
  query.filters.forEach((filter, index) => {
    values[`f${index}`] = filterValue(fields[filter.field] as Field, filter)
    const part = codePart(area, filter)
    if (part) values[`f${index}_code`] = part
  })
  return values
}

/**
 * The search of all records whose code may have this part. Null where that is not certain: for texts that are no code, for
 * parts too short to be found, and where a record may have more words than its search column takes.
 */
const codePart = (area: Area, { field: name, op, values: [part = ''] }: Filter): string | null => {
  if (op !== '_like' && op !== '_startswith') return null
  const field = allFields(area)[name]
  return field?.kind === 'text' && field.options.search === 'code' && holdsAllCodes(area) ? codeQuery(part) : null
}

const holdsAllCodes = (area: Area) =>
  holdsAllTokens(
    columnsOf(area).flatMap(([, { kind, options }]) =>
      options.search && kind !== 'reference' ? [options.max ?? Number.POSITIVE_INFINITY] : [],
    ),
  )

const bracketed = (inner: RawBuilder<unknown>) => sql`(${inner})`

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
      return within(field, column, many, value)
    case '_null':
      return sql`(${column} is null) = ${value}::boolean`
    case '_nnull':
      return sql`(${column} is not null) = ${value}::boolean`
  }
}

/** Any of several ranges: `value` is the ends of all of them, one after the other. Of a moment the last end is not included. */
const within = (field: Field, column: RawBuilder<unknown>, many: boolean, value: RawBuilder<unknown>) => {
  // Wider than the column, so that an end beyond it is a comparison that fails and not an error.
  const wide = isDecimal(field) ? 'numeric' : field.kind === 'integer' ? 'bigint' : columnType(field)
  const ends = sql`${value}::${sql.raw(wide)}[]`
  const holds = (first: RawBuilder<unknown>, last: RawBuilder<unknown>) =>
    sql`(${column} >= (${ends})[${first}] and ${column} ${sql.raw(field.kind === 'moment' ? '<' : '<=')} (${ends})[${last}])`
  return many
    ? sql`exists (select from generate_series(1, cardinality(${ends}), 2) as at where ${holds(sql`at`, sql`at + 1`)})`
    : holds(sql`1`, sql`2`)
}

/** The ends of the ranges that a `_within` names, as of today; what is open reaches as far as the column's type. */
const endsOf = (field: Field, values: readonly string[]): string[] =>
  values.flatMap((value) => {
    const period = readPeriod(value)
    if (!period) return []
    const { from, to } = boundsOf(period, today())
    const [least, most] = reach(field)
    return [from || least, to ? (field.kind === 'moment' ? addDays(to, 1) : to) : most]
  })

const reach = ({ kind }: Field): [string, string] =>
  kind === 'date' || kind === 'moment'
    ? ['-infinity', 'infinity']
    : kind === 'integer'
      ? [String(Number.MIN_SAFE_INTEGER), String(Number.MAX_SAFE_INTEGER)]
      : ['-Infinity', 'Infinity']

const filterValue = (field: Field, { op, values }: Filter): unknown => {
  if (op === '_within') return endsOf(field, values)
  const first = values[0] ?? ''
  if (op === '_null' || op === '_nnull') return first !== 'false'
  if (op === '_like') return `%${likeText(first)}%`
  if (op === '_startswith') return `${likeText(first)}%`
  if (op === '_in' || op === '_nin' || values.length > 1 || field.kind === 'choices') return values
  return field.kind === 'flag' ? first === 'true' : first
}
const likeText = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)

const orderBy = (sort: readonly Sort[], alias: string) => {
  const named = sort.some(({ field }) => field === 'id')
    ? sort
    : [...sort, { field: 'id', desc: sort[0]?.desc ?? false }]
  return sql`order by ${sql.join(named.map(({ field, desc }) => sql`${id(alias, field)} ${sql.raw(desc ? 'desc' : 'asc')}`))}`
}
