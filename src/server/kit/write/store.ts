import { sql } from 'kysely'
import type { Queryable } from '#server/db/types.ts'
import type { Doc, Work } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import { all, columnType, compile, id, run, type Statement, slot } from '#server/kit/read/sql.ts'
import { type Area, columnsOf, tableOf } from '#shared/kit/area.ts'
import { searchTokens } from '#shared/kit/search.ts'
import { type RecordWrite, rowsIn } from './diff'

/** One entry of the history, before it is stored. */
export interface HistoryEntry {
  area: string
  record_id: number
  document_area: string
  document_id: number
  action: string
  from_status: string | null
  to_status: string | null
  comment: string | null
  changes: unknown
}

/**
 * Reserves ids for new documents and their rows while other queries run; `assignIds` uses them. The ids of a refused
 * write are lost, as with any sequence.
 */
export const reserveIds = (work: Work, root: Area, docs: readonly Doc[]) => {
  const counts = new Map<string, number>()
  const count = (area: Area, record: Doc) => {
    if (record.id === undefined) counts.set(tableOf(area), (counts.get(tableOf(area)) ?? 0) + 1)
    for (const { field, area: child } of work.kit.register.childrenOf(area.name))
      for (const row of rowsIn(record, field)) count(child, row)
  }
  for (const doc of docs) count(root, doc)
  if (counts.size === 0) return
  const ids = nextIds(work.tx, counts)
  ids.catch(() => {})
  reserved.set(work, ids)
}
const reserved = new WeakMap<Work, Promise<Map<string, number[]>>>()

/** Gives every new record its id before anything is written, so that rows can refer to their parents. */
export const assignIds = async (work: Work, writes: readonly RecordWrite[]) => {
  const inserts = writes.filter(({ kind, record }) => kind === 'insert' && record.id === undefined)
  const reservedIds = (await reserved.get(work)) ?? new Map<string, number[]>()
  const missing = new Map<string, number>()
  for (const { area, record } of inserts) {
    const table = tableOf(area)
    record.id = reservedIds.get(table)?.shift()
    if (record.id === undefined) missing.set(table, (missing.get(table) ?? 0) + 1)
  }
  if (missing.size > 0) {
    const more = await nextIds(work.tx, missing)
    for (const { area, record } of inserts) record.id ??= more.get(tableOf(area))?.shift()
  }
  for (const { area, record, parent } of writes) if (parent && area.partOf) record[area.partOf.by] = parent.id
}

const nextIds = async (tx: Queryable, counts: ReadonlyMap<string, number>): Promise<Map<string, number[]>> => {
  const tables = [...counts.keys()].sort()
  const statement = idStatements(tables.join(), () =>
    compile(
      sql`select ${sql.join(
        tables.map(
          (table) =>
            sql`(select array_agg(nextval(${sql.lit(`${table}_id_seq`)})::float8) from generate_series(1, ${slot(table)}::int)) as ${id(table)}`,
        ),
      )}`,
    ),
  )
  const [ids] = await run<Record<string, number[]>>(tx, statement, Object.fromEntries(counts))
  return new Map(tables.map((table) => [table, (ids?.[table] ?? []).map(Number)]))
}
const idStatements = memo<Statement>(200)

/**
 * Writes records and history in one statement (and one more for each area with deleted rows), sent before the promise
 * is returned. The text depends only on the areas that are written, so its plan is cached.
 */
export const writeRecords = (
  work: Work,
  writes: readonly RecordWrite[],
  history: readonly HistoryEntry[],
): Promise<void> => {
  const deletes = writes.filter(({ kind }) => kind === 'delete')
  const deleting = [...new Set(deletes.map((write) => write.area))].map((area) =>
    work.tx.query(`delete from ${tableOf(area)} where id = any($1::bigint[])`, [
      deletes.filter((write) => write.area === area).map(({ record }) => record.id),
    ]),
  )

  const parts = [
    ...new Set(writes.filter(({ kind }) => kind !== 'delete').map(({ area, kind }) => `${kind} ${area.name}`)),
  ]
  if (parts.length === 0 && history.length === 0) return firstFailure(deleting)
  const { register } = work.kit
  const statement = writeStatements(parts.join(), () =>
    compile(
      sql`with ${all(
        [
          ...parts.map((part) => {
            const [kind, name = ''] = part.split(' ')
            const area = register.get(name)
            return sql`${id(`${kind}_${tableOf(area)}`)} as (${kind === 'insert' ? insert(area) : update(area)})`
          }),
          sql`logged as (${insertHistory})`,
        ],
        ', ',
      )} select 1`,
    ),
  )
  const values: Record<string, unknown> = {
    now: work.now,
    me_id: work.me.id || null,
    history: JSON.stringify(history.map((entry) => ({ ...entry, actor_name: work.me.name, actor_role: work.me.role }))),
    request_id: work.requestId ?? null,
  }
  for (const part of parts) {
    const [kind, name] = part.split(' ')
    values[part] = JSON.stringify(
      writes
        .filter((write) => write.kind === kind && write.area.name === name)
        .map(({ area, record }) => rowOf(area, record)),
    )
  }
  return firstFailure([...deleting, run(work.tx, statement, values)])

  function insert(area: Area) {
    const columns = storedColumns(area)
    const names = sql.join(columns.map(([name]) => id(name)))
    return sql`insert into ${id(tableOf(area))} (id, ${names}, created_at, created_by, updated_at, updated_by, search)
      select x.id, ${sql.join(columns.map(([name]) => id('x', name)))}, ${slot('now')}::timestamptz, ${slot('me_id')}::bigint,
        ${slot('now')}::timestamptz, ${slot('me_id')}::bigint, array_to_tsvector(x.search)
      from ${recordset(area, `insert ${area.name}`)}`
  }

  function update(area: Area) {
    const columns = storedColumns(area)
    return sql`update ${id(tableOf(area))} as t set ${sql.join(columns.map(([name]) => sql`${id(name)} = ${id('x', name)}`))},
        version = t.version + 1, updated_at = ${slot('now')}::timestamptz, updated_by = ${slot('me_id')}::bigint,
        search = array_to_tsvector(x.search)
      from ${recordset(area, `update ${area.name}`)} where t.id = x.id`
  }
}
const writeStatements = memo<Statement>(500)

/** Throws the first failure. Statements sent together fail together, and the first one has the real reason. */
const firstFailure = async (statements: readonly Promise<unknown>[]) => {
  for (const { status, ...outcome } of await Promise.allSettled(statements))
    if (status === 'rejected') throw (outcome as { reason: unknown }).reason
}

/** Inserts history entries; also used outside of a document's write, such as for an import or a sign-out. */
export const insertHistory = sql`
  insert into history (at, actor_id, actor_name, actor_role, area, record_id, document_area, document_id, action,
    from_status, to_status, comment, changes, request_id)
  select ${slot('now')}::timestamptz, ${slot('me_id')}::bigint, h.actor_name, h.actor_role, h.area, h.record_id,
    h.document_area, h.document_id, h.action, h.from_status, h.to_status, h.comment, h.changes, ${slot('request_id')}::text
  from jsonb_to_recordset(${slot('history')}::jsonb) as h(actor_name text, actor_role text, area text, record_id bigint,
    document_area text, document_id bigint, action text, from_status text, to_status text, comment text, changes jsonb)`

const storedColumns = (area: Area): [string, string][] => [
  ...columnsOf(area).map(([name, field]): [string, string] => [name, columnType(field)]),
  ...(area.lifecycle ? [['status', 'text'] as [string, string]] : []),
]

const recordset = (area: Area, name: string) =>
  sql`jsonb_to_recordset(${slot(name)}::jsonb) as x(id bigint, search text[], ${sql.join(
    storedColumns(area).map(([name, type]) => sql`${id(name)} ${sql.raw(type)}`),
  )})`

const rowOf = (area: Area, record: Doc) => {
  const row: Record<string, unknown> = { id: record.id, search: tokensOf(area, record) }
  for (const [name, field] of columnsOf(area))
    row[name] = record[name] ?? (field.kind === 'flag' ? false : field.kind === 'choices' ? [] : null)
  if (area.lifecycle) row.status = record.status
  return row
}

const tokensOf = (area: Area, record: Doc): string[] =>
  searchTokens(
    columnsOf(area).flatMap(([name, { kind, options }]) => {
      const value = record[name]
      return options.search && kind !== 'reference' && typeof value === 'string'
        ? [{ text: value, code: options.search === 'code' }]
        : []
    }),
  )

/** Rebuilds the search column of one record after a write outside the repository. */
export const refreshSearch = async (tx: Queryable, area: Area, recordId: number) => {
  const [record] = await tx.query<Doc>(`select * from ${tableOf(area)} where id = $1`, [recordId])
  if (record)
    await tx.query(`update ${tableOf(area)} set search = array_to_tsvector($2::text[]) where id = $1`, [
      recordId,
      tokensOf(area, record),
    ])
}
