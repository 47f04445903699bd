import type { DbError } from '#server/db/types.ts'
import type { Change, Doc, Work } from '#server/kit/kit.ts'
import { completeDocuments } from './complete'
import { constraintRefusal } from './constraint-errors'
import type { WriteContext } from './context'
import { diffDocument, type FieldChange, type RecordWrite } from './diff'
import type { Errors } from './references'
import { refuseErrors } from './refusals'
import { assignIds, type HistoryEntry, writeRecords } from './store'

/** The record that the caller addressed, and the move it makes, if any. */
export interface SaveTarget {
  record: Doc
  move?: { name: string; from: string; comment: string | null }
}

/**
 * Completes and checks documents, writes the differences and their history in one statement, and runs the area's
 * effects.
 */
export const saveChanges = async (
  context: WriteContext,
  work: Work,
  changes: readonly Change[],
  target?: SaveTarget,
) => {
  const { kit, root } = context
  const errors: Errors[] = changes.map(() => ({}))
  await completeDocuments(context, work, changes, errors)
  refuseErrors(errors)
  const diffs = changes
    .map((change) => ({ change, writes: writesOf(context, change) }))
    .filter(({ writes }) => writes.length > 0 || target?.move)
    .map(({ change, writes }) => ({ change, writes: withNewVersion(context, change, writes) }))
  const writes = diffs.flatMap((diff) => diff.writes)
  await assignIds(work, writes)
  const history = diffs.flatMap((diff) => historyOf(context, work, diff.change, diff.writes, target))
  const writing = writeRecords(work, writes, history)
  const { written } = kit.server(root.name)
  if (target && changes.length === 1 && !written) work.onSent?.(Number(target.record.id))
  try {
    await writing
  } catch (error) {
    throw constraintRefusal(kit.register, error as DbError)
  }
  markWritten(work, writes)
  await written?.(work, changes.slice())
  for (const { follow } of kit.followers(root.name)) await follow(work, changes)
}

/** A history entry for a whole document. */
export const historyEntry = (
  { root }: WriteContext,
  doc: Doc,
  action: string,
  changes: FieldChange[],
  from?: string,
): HistoryEntry => ({
  area: root.name,
  record_id: Number(doc.id),
  document_area: root.name,
  document_id: Number(doc.id),
  action,
  from_status: from ?? null,
  to_status: root.lifecycle ? String(doc.status) : null,
  comment: null,
  changes,
})

const writesOf = ({ kit, root }: WriteContext, change: Change) => diffDocument(root, kit.register, change)

/** Any change inside a document raises the document's version, so that concurrent edits do not overwrite each other. */
const withNewVersion = ({ root }: WriteContext, { before, after }: Change, writes: RecordWrite[]): RecordWrite[] =>
  before && !writes.some(({ area }) => area === root)
    ? [{ area: root, kind: 'update', record: after, parent: null, changes: [] }, ...writes]
    : writes

const historyOf = (
  context: WriteContext,
  work: Work,
  change: Change,
  writes: readonly RecordWrite[],
  target?: SaveTarget,
): HistoryEntry[] => {
  const { area, root } = context
  const fields = writes.flatMap(({ changes }) => changes)
  const entry = historyEntry(context, change.after, work.action, fields, change.before?.status)
  if (!target?.move) return [entry]
  const { record, move } = target
  const moveEntry = {
    ...entry,
    // The entry has the target's status in columns of its own.
    changes: fields.filter(
      (change) => change.field !== 'status' || change.area !== area.name || change.id !== record.id,
    ),
    area: area.name,
    record_id: Number(record.id),
    action: move.name,
    from_status: move.from,
    to_status: String(record.status),
    comment: move.comment,
  }
  return area === root ? [moveEntry] : [moveEntry, ...impliedMove(context, change)]
}

/** The history entry of a document whose status changed because one of its rows moved: the move that leads there. */
const impliedMove = (context: WriteContext, { before, after }: Change): HistoryEntry[] => {
  if (!before || before.status === after.status) return []
  const moves = Object.entries(context.root.lifecycle?.moves ?? {})
  const [name] = moves.find(([, { from, to }]) => to === after.status && from.includes(String(before.status))) ?? []
  return name ? [historyEntry(context, after, name, [], before.status)] : []
}

/** Sets the versions and timestamps on the written records as the database has set them. */
const markWritten = (work: Work, writes: readonly RecordWrite[]) => {
  for (const { area, kind, record } of writes) {
    if (kind === 'update') record.version = Number(record.version) + 1
    if (kind === 'insert') record.version = 1
    record.updated_at = work.now
    if (kind === 'insert') record.created_at = work.now
    work.touched.add(area.name)
  }
}
