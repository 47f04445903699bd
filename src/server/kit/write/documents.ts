import type { Queryable } from '#server/db/types.ts'
import { notFound } from '#server/kit/errors.ts'
import type { Change, Doc, Work } from '#server/kit/kit.ts'
import { fullReadScope, type Principal, readScopeOf, system } from '#server/kit/principal.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { readDocuments } from '#server/kit/read/select.ts'
import { run } from '#server/kit/read/sql.ts'
import { type Area, columnsOf, isSettled, type Register, rowsOf, tableOf } from '#shared/kit/area.ts'
import type { Field } from '#shared/kit/fields.ts'
import { isHiddenRow } from '#shared/kit/portfolio.ts'
import type { Values } from '#shared/kit/schema.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { isCountry } from '#shared/standards/countries.ts'
import { isCurrency } from '#shared/standards/currencies.ts'
import type { WriteContext } from './context'
import { rowsIn, sameStoredValue } from './diff'
import { addError, type Errors } from './references'

/** Waits until the previous write of the area has finished, if its writes are `serial`. */
export const waitForTurn = async ({ kit, root }: WriteContext, { tx }: Work) => {
  if (!kit.server(root.name).serial) return
  await tx.query('select pg_advisory_xact_lock(hashtext($1))', [`writes of ${root.name}`], 'serial_writes')
}

/**
 * Loads and locks the document that holds record `id`, with all its fields; 404 outside the caller's scope. The
 * document is locked before its row: an edit of the whole document locks it first and its rows later.
 */
export const openDocument = async (
  context: WriteContext,
  work: Work,
  id: number,
): Promise<{ doc: Doc; target: Doc }> => {
  const { kit, area, root } = context
  const { tx, me } = work
  const values = { ids: [id], ...callerValues(me) }
  await waitForTurn(context, work)
  let rootId = id
  if (area !== root) {
    if ((await run(tx, kit.selects.visible(area, readScopeOf(me)), values)).length === 0) throw notFound()
    rootId = await documentId(tx, kit.register, area, id)
    await run(tx, kit.selects.lock(root, fullReadScope), { ids: [rootId] })
  }
  if ((await run(tx, kit.selects.lock(area, readScopeOf(me)), values)).length === 0) throw notFound()
  const doc = (await loadDocuments(context, work, [rootId])).get(rootId)
  if (!doc) throw notFound()
  return { doc, target: recordIn(context, doc, id) }
}

/** Locks further rows of a document that is open already; 404 if one of them is outside the caller's scope. */
export const lockRows = async ({ kit, area }: WriteContext, { tx, me }: Work, ids: readonly number[]) => {
  const locked = await run(tx, kit.selects.lock(area, readScopeOf(me)), { ids, ...callerValues(me) })
  if (locked.length < ids.length) throw notFound()
}

/** Loads whole documents; returns them by id. */
export const loadDocuments = async (
  { kit, root }: WriteContext,
  { tx }: Work,
  ids: readonly number[],
): Promise<Map<number, Doc>> => {
  const documents = await readDocuments(tx, kit.selects, root, ids)
  return new Map(documents.map(({ id, record }) => [id, JSON.parse(record) as Doc]))
}

/** The ids of the documents that hold records of the area, by the records' ids. */
export const documentIdsOf = async (
  { kit, area }: WriteContext,
  on: Queryable,
  ids: readonly number[],
): Promise<Map<number, number>> => {
  let parentIds = new Map(ids.map((id) => [id, id]))
  for (let level = area; level.partOf; level = kit.register.get(level.partOf.area)) {
    const rows = await on.query<{ id: number; parent: number }>(
      `select id, ${level.partOf.by} as parent from ${tableOf(level)} where id = any($1::bigint[])`,
      [[...new Set(parentIds.values())]],
      `documents_of_${tableOf(level)}`,
    )
    const parents = new Map(rows.map(({ id, parent }) => [id, parent]))
    parentIds = new Map(
      [...parentIds].flatMap(([id, rowId]) => (parents.has(rowId) ? [[id, parents.get(rowId) as number]] : [])),
    )
  }
  return parentIds
}

const documentId = async (on: Queryable, register: Register, area: Area, id: number): Promise<number> => {
  if (!area.partOf) return id
  const [row] = await on.query<{ parent: number }>(
    `select ${area.partOf.by} as parent from ${tableOf(area)} where id = $1`,
    [id],
  )
  if (!row) throw notFound()
  return documentId(on, register, register.get(area.partOf.area), row.parent)
}

/** The record with this id inside the document; throws 404 if it has none. */
export const recordIn = (context: WriteContext, doc: Doc, id: number): Doc => {
  const match = locate(context, doc, id)
  if (!match) throw notFound()
  return match.record
}

/** The prefix of a record's field paths in its document: `lines.2.`. */
export const pathIn = (context: WriteContext, doc: Doc, id: number): string => locate(context, doc, id)?.path ?? ''

const locate = ({ kit, area, root }: WriteContext, doc: Doc, id: number): { record: Doc; path: string } | null => {
  const search = (level: Area, record: Doc): { record: Doc; path: string } | null => {
    if (level === area && record.id === id) return { record, path: '' }
    for (const { field, area: child } of kit.register.childrenOf(level.name))
      for (const [index, row] of rowsIn(record, field).entries()) {
        const match = search(child, row)
        if (match) return { record: match.record, path: `${field}.${index}.${match.path}` }
      }
    return null
  }
  return search(root, doc)
}

/**
 * Applies input to a record and its rows: absent fields keep their values, a new record gets its defaults, rows are
 * matched by id. Adds errors for changes of fixed fields and for new country or currency codes that are not in use.
 * Input lists all rows that the caller can see; rows outside their scope are kept.
 */
export const applyInput = (
  register: Register,
  me: Principal,
  area: Area,
  record: Doc,
  values: Values,
  errors: Errors,
  path = '',
) => {
  const isNew = record.id === undefined
  for (const [name, field] of columnsOf(area)) {
    if (name in values) {
      const value = values[name] ?? null
      const problem = me === system || sameStoredValue(field, record[name], value) ? null : codeProblem(field, value)
      if (problem) addError(errors, path + name, problem)
      if (isNew || !field.options.fixed) record[name] = value
      else if (!sameStoredValue(field, record[name], value)) addError(errors, path + name, textOf('validation.fixed'))
    }
    record[name] ??= isNew ? (field.options.default ?? (field.kind === 'choices' ? [] : null)) : null
  }
  if (isNew && area.lifecycle) record.status = (values.status as string | undefined) ?? area.lifecycle.start
  if (isNew && typeof values.id === 'number' && path === '') record.id = values.id
  for (const [name, field] of rowsOf(area)) {
    if (!(name in values)) {
      record[name] ??= []
      continue
    }
    const child = register.get(field.options.to ?? '')
    const hidden = rowsIn(record, name).filter((row) => isHiddenRow(register, child, row, me.portfolio))
    const visible = rowsIn(record, name).filter((row) => !hidden.includes(row))
    const visibleById = new Map(visible.map((row) => [row.id, row]))
    const usedIds = new Set<unknown>()
    const rows = rowsIn(values, name).map((input, index) => {
      const existing = input.id === undefined ? undefined : visibleById.get(input.id)
      if (input.id !== undefined && (!existing || usedIds.has(input.id)))
        addError(errors, `${path}${name}.${index}.id`, textOf('validation.no_such_row'))
      usedIds.add(input.id)
      const row: Doc = existing ?? {}
      applyInput(register, me, child, row, input, errors, `${path}${name}.${index}.`)
      return row
    })
    record[name] = [...rows, ...hidden]
  }
}

/** Why a code is rejected as a new value. Codes that a record already has remain valid, even if no longer in use. */
const codeProblem = ({ kind }: Field, value: unknown): Text | null => {
  if (typeof value !== 'string') return null
  if (kind === 'country' && !isCountry(value)) return textOf('validation.not_a_country')
  if (kind === 'currency' && !isCurrency(value)) return textOf('validation.not_a_currency')
  return null
}

/** The paths of a document's changed fields; where rows were added or removed, the path of the rows field. */
export const changedPaths = ({ kit, root }: WriteContext, { before, after }: Change): string[] => {
  const paths: string[] = []
  const walk = (area: Area, old: Doc | null, record: Doc, path: string) => {
    for (const [name, field] of columnsOf(area))
      if (!sameStoredValue(field, old?.[name], record[name])) paths.push(path + name)
    for (const { field, area: child } of kit.register.childrenOf(area.name)) {
      const oldRows = new Map(rowsIn(old, field).map((row) => [row.id, row]))
      const rows = rowsIn(record, field)
      if (rows.some((row) => row.id === undefined) || rows.length < oldRows.size) paths.push(path + field)
      rows.forEach((row, index) => {
        const oldRow = row.id === undefined ? undefined : oldRows.get(row.id)
        if (oldRow) walk(child, oldRow, row, `${path}${field}.${index}.`)
      })
    }
  }
  walk(root, before, after, '')
  return paths
}

/** The paths of changed fields in settled rows; where a settled row was removed, the path of the rows field. */
export const changedSettledRows = ({ kit, root }: WriteContext, { before, after }: Change): string[] => {
  const walk = (area: Area, old: Doc | null, record: Doc, path: string): string[] =>
    kit.register.childrenOf(area.name).flatMap(({ field, area: child }) => {
      const rows = rowsIn(record, field)
      return rowsIn(old, field).flatMap((oldRow) => {
        const index = rows.findIndex(({ id }) => id === oldRow.id)
        const row = rows[index]
        const rowPath = `${path}${field}.${index}.`
        if (!isSettled(child, oldRow)) return row ? walk(child, oldRow, row, rowPath) : []
        if (!row) return [path + field]
        return columnsOf(child).flatMap(([name, column]) =>
          sameStoredValue(column, oldRow[name], row[name]) ? [] : [rowPath + name],
        )
      })
    })
  return walk(root, before, after, '')
}
