import type { DbError, Queryable } from '#server/db/types.ts'
import { conflict, forbidden, notFound } from '#server/kit/errors.ts'
import type { Change, Doc, Kit, Repository, Work } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import { readDocuments } from '#server/kit/read/select.ts'
import { rightsOf } from '#server/kit/rights.ts'
import { type AnyRecord, type Area, columnsOf, tableOf } from '#shared/kit/area.ts'
import { type Move, mayMove } from '#shared/kit/lifecycle.ts'
import type { Rules } from '#shared/kit/rules.ts'
import type { Values } from '#shared/kit/schema.ts'
import { textOf } from '#shared/kit/text.ts'
import { draftDocuments, problemsOf, refuseUneditable, startLookups } from './complete'
import { deletionRefusal } from './constraint-errors'
import { createWriteContext, type WriteContext } from './context'
import type { FieldChange } from './diff'
import { applyInput, lockRows, openDocument, recordIn, waitForTurn } from './documents'
import { examineInputs } from './examine'
import { checkReferences, type Errors } from './references'
import { guardRefusal, parseInput, refuseErrors, requireRight, requireVersion } from './refusals'
import { historyEntry, saveChanges } from './save'
import { writeRecords } from './store'
import { guardProblems, illegalMove } from './verdicts'

/**
 * Reads and writes an area's records: every write loads the whole document, changes a copy, checks it and writes the
 * difference.
 */
export const createRepository = (kit: Kit, area: Area, rulesOf: (area: string) => Rules): Repository => {
  const context = createWriteContext(kit, area, rulesOf)
  return {
    find: (on, me, ids) => find(context, on, me, ids),
    create: (work, inputs) => create(context, work, inputs),
    edit: (work, id, input) => edit(context, work, id, input),
    editRows: (work, edits) => editRows(context, work, edits),
    move: (work, id, name, input) => move(context, work, id, name, input),
    remove: (work, id, version) => remove(context, work, id, version),
    archive: (work, id, version, archived) => archive(context, work, id, version, archived),
    examine: (work, inputs) => examineInputs(context, work, inputs),
    faults: (work, doc) => problemsOf(context, work, doc),
  }
}

const find = async ({ kit, area }: WriteContext, on: Queryable, me: Principal, ids: readonly number[]) => {
  const documents = await readDocuments(on, kit.selects, area, ids, me)
  const byId = new Map(documents.map(({ id, record }) => [id, record]))
  return ids.flatMap((id) => {
    const record = byId.get(id)
    return record ? [JSON.parse(record) as AnyRecord] : []
  })
}

const create = async (context: WriteContext, work: Work, inputs: readonly Values[]): Promise<Doc[]> => {
  requireDocument(context)
  requireRight(context, work, 'create')
  await waitForTurn(context, work)
  const { changes, errors } = await draftDocuments(context, work, inputs, { willWrite: true })
  refuseErrors(errors)
  const [first] = changes
  await saveChanges(context, work, changes, first && { record: first.after })
  return changes.map(({ after }) => after)
}

const edit = async (context: WriteContext, work: Work, id: number, input: Values): Promise<Doc> => {
  requireRight(context, work, 'edit')
  const { doc } = await openDocument(context, work, id)
  const change = await editedCopy(context, work, doc, [{ id, values: input }])
  const record = recordIn(context, change.after, id)
  await saveChanges(context, work, [change], { record })
  return record
}

const editRows = async (context: WriteContext, work: Work, edits: readonly Edit[]): Promise<void> => {
  requireRight(context, work, 'edit')
  const [firstId, ...otherIds] = edits.map(({ id }) => id)
  if (firstId === undefined) return
  const { doc } = await openDocument(context, work, firstId)
  await lockRows(context, work, otherIds)
  await saveChanges(context, work, [await editedCopy(context, work, doc, edits)])
}

const move = async (context: WriteContext, work: Work, id: number, name: string, input: Values): Promise<Doc> => {
  const { kit, area } = context
  const declared = area.lifecycle?.moves[name]
  if (!declared) throw notFound()
  const { doc, target } = await openDocument(context, work, id)
  const verdict = mayMove(rightsOf(kit, work.me).can, area, name, target)
  if (verdict === 'role') throw forbidden()
  const answers = parseInput(work, context.schemas.move(name), input)
  const from = String(target.status)
  if (verdict === 'archived') throw conflict('archived', textOf('messages.record_archived'))
  // The state is checked before the version: after a concurrent move the answer names the state, not a stale version.
  if (verdict === 'state') throw conflict('illegal_move', illegalMove(area, name, from))
  requireVersion(target, answers.version)
  const change = { before: doc, after: structuredClone(doc) }
  const record = recordIn(context, change.after, id)
  const problems = await guardProblems(kit, work, area, context.rulesOf(area.name), name, target, doc)
  if (problems.length > 0) throw guardRefusal(problems)
  if (declared.to) record.status = declared.to
  await kit
    .server(area.name)
    .moves?.[name]?.effect?.(work, record, change, work.isBulk ? bulkAnswers(declared, target, answers) : answers)
  await saveChanges(context, work, [change], { record, move: { name, from, comment: commentOf(answers) } })
  return record
}

const remove = async (context: WriteContext, work: Work, id: number, version: number): Promise<void> => {
  const { kit, area } = context
  requireRight(context, work, 'delete')
  requireDocument(context)
  const { doc } = await openDocument(context, work, id)
  requireVersion(doc, version)
  const problems = kit.server(area.name).mayDelete?.(work, doc) ?? []
  if (problems.length > 0) throw guardRefusal(problems)
  const changes = columnsOf(area).flatMap(([field]): FieldChange[] =>
    doc[field] === null ? [] : [{ field, old: doc[field], new: null }],
  )
  try {
    await writeRecords(
      work,
      [{ area, kind: 'delete', record: doc, parent: null, changes: [] }],
      [historyEntry(context, doc, 'delete', changes)],
    )
  } catch (error) {
    throw deletionRefusal(kit.register, error as DbError)
  }
  for (const follower of kit.followers(area.name)) work.touched.add(follower.area)
  await afterRemoval(context, work, doc)
}

const archive = async (context: WriteContext, work: Work, id: number, version: number, archived: boolean) => {
  requireRight(context, work, 'delete')
  requireDocument(context)
  const { doc } = await openDocument(context, work, id)
  requireVersion(doc, version)
  if (Boolean(doc.archived_at) === archived) throw conflict('illegal_move', textOf('messages.already_so'))
  const archivedAt = archived ? work.now : null
  await work.tx.query(
    `update ${tableOf(context.area)} set archived_at = $2, archived_by = $3, updated_at = $4, updated_by = $3, version = version + 1 where id = $1`,
    [id, archivedAt, work.me.id || null, work.now],
  )
  const changes = [{ field: 'archived_at', old: doc.archived_at, new: archivedAt }]
  await writeRecords(work, [], [historyEntry(context, doc, archived ? 'archive' : 'restore', changes)])
  await afterRemoval(context, work, doc)
  return { ...doc, archived_at: archivedAt, version: Number(doc.version) + 1 }
}

interface Edit {
  id: number
  values: Values
}

/** A copy of the document with the edits applied and checked; throws if one of them is invalid. */
const editedCopy = async (context: WriteContext, work: Work, doc: Doc, edits: readonly Edit[]): Promise<Change> => {
  const { kit, area, root } = context
  const change = { before: doc, after: structuredClone(doc) }
  const errors: Errors = {}
  for (const { id, values } of edits) {
    const input = parseInput(work, context.schemas.edit(work.me), values)
    requireVersion(recordIn(context, doc, id), input.version)
    applyInput(kit.register, work.me, area, recordIn(context, change.after, id), input, errors)
  }
  refuseUneditable(context, work, change, errors)
  startLookups(context, work, [change])
  Object.assign(errors, ...(await checkReferences(work, root, [change])))
  refuseErrors([errors])
  return change
}

/** Throws 403 for rows: they are created, removed and archived with their document. */
const requireDocument = ({ area, root }: WriteContext) => {
  if (area !== root) throw forbidden()
}

const afterRemoval = async ({ kit, area }: WriteContext, work: Work, doc: Doc) => {
  await kit.server(area.name).removed?.(work, doc)
  for (const follower of kit.followers(area.name))
    await kit.server(follower.area).followsRemoval?.[area.name]?.(work, doc)
}

/**
 * In a bulk move, an empty answer keeps each record's value: its dialog cannot be prefilled with the values of all
 * records.
 */
const bulkAnswers = ({ asks = {} }: Move, record: Doc, answers: Values): Values => ({
  ...answers,
  ...Object.fromEntries(
    Object.entries(asks).flatMap(([name, { options }]) =>
      options.starts ? [[name, answers[name] ?? record[options.starts] ?? null]] : [],
    ),
  ),
})

const commentOf = (answers: Values): string | null => {
  const comment = answers.comment ?? answers.reason
  return typeof comment === 'string' && comment !== '' ? comment : null
}
