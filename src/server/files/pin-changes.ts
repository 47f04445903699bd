import { conflict, forbidden, invalid, notFound } from '#server/kit/errors.ts'
import type { Work } from '#server/kit/kit.ts'
import { picturedTypes } from '#shared/kit/attachments.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { isOffice, seesFile } from './access'
import { type AttachmentRow, noteAttachment } from './attachment-rows'
import type { FileNotes } from './files'
import type { EditedComment, NewPin } from './pin-input'
import {
  type Audience,
  commentRights,
  isInFinalState,
  mayResolve,
  type StoredComment,
  seesComment,
  supplierOf,
} from './pin-list'

/** The most pins of a file, and the most comments of a pin. */
const maxCounts = { pins: 300, comments: 200 } as const

interface LockedPin extends Audience {
  id: number
  seq: number
  is_resolved: boolean
}

/** Locks a pin of the file; throws 404 unless the user sees it. */
export const lockPin = async ({ tx, me }: Work, file: AttachmentRow, id: number): Promise<LockedPin> => {
  const [row] = await tx.query<LockedPin>(
    `select id, seq, visibility, supplier_id, resolved_at is not null as is_resolved
     from file_pins where id = $1 and file_id = $2 for update`,
    [id, file.id],
    'pin_lock',
  )
  if (!row || !seesFile(me, row)) throw notFound()
  return row
}

/** Pins a comment to a picture. Throws 422 for a file without picture or page, 409 above the limit. */
export const addPin = async (work: Work, file: AttachmentRow, values: NewPin) => {
  const { tx, me } = work
  if (!picturedTypes.includes(file.type)) throw invalid({ id: [textOf('compare.pins.no_picture')] })
  if (values.page > (file.pages ?? 1))
    throw invalid({ page: [textOf('compare.pins.no_page', { pages: file.pages ?? 1 })] })
  if (values.visibility === 'internal' && !isOffice(me)) throw forbidden()
  const audience: Audience = {
    visibility: isOffice(me) ? (values.visibility ?? 'internal') : 'shared',
    supplier_id: supplierOf(me),
  }
  const [existing] = await tx.query<{ count: number }>(
    'select count(*)::int as count from file_pins where file_id = $1',
    [file.id],
    'pin_count',
  )
  if (Number(existing?.count) >= maxCounts.pins)
    throw conflict('too_many', textOf('compare.pins.too_many', { count: maxCounts.pins }))
  const [counted] = await tx.query<{ seq: number }>(
    'update files set last_pin_seq = last_pin_seq + 1 where id = $1 returning last_pin_seq as seq',
    [file.id],
    'pin_next',
  )
  const seq = Number(counted?.seq)
  const [made] = await tx.query<{ id: number }>(
    `insert into file_pins (file_id, seq, page, x, y, visibility, supplier_id, created_by, created_at)
     values ($1, $2, $3, round($4::numeric, 5), round($5::numeric, 5), $6, $7, $8, $9) returning id`,
    [file.id, seq, values.page, values.x, values.y, audience.visibility, audience.supplier_id, me.id, work.now],
    'pin_insert',
  )
  const pin = { id: Number(made?.id), seq, is_resolved: false, ...audience }
  await addComment(work, pin, values.body)
  await notePin(work, 'pin_added', file, pin)
}

export const answerPin = async (work: Work, file: AttachmentRow, pin: LockedPin, text: string) => {
  await addComment(work, pin, text)
  await notePin(work, 'pin_answered', file, pin, { supplier_id: supplierOf(work.me) })
}

const addComment = async ({ tx, me, now }: Work, { id }: Pick<LockedPin, 'id'>, text: string) => {
  const [row] = await tx.query<{ count: number }>(
    'select count(*)::int as count from file_pin_comments where pin_id = $1',
    [id],
    'pin_comments_count',
  )
  if (Number(row?.count) >= maxCounts.comments)
    throw conflict('too_many', textOf('compare.pins.too_many_answers', { count: maxCounts.comments }))
  await tx.query(
    'insert into file_pin_comments (pin_id, body, created_by, created_at, supplier_id) values ($1, $2, $3, $4, $5)',
    [id, text, me.id, now, supplierOf(me)],
    'pin_comment_insert',
  )
}

export const settlePin = async (work: Work, file: AttachmentRow, pin: LockedPin, step: 'resolve' | 'reopen') => {
  if (!mayResolve(work.me, pin)) throw forbidden(textOf('compare.pins.resolve_refused'))
  const isResolved = step === 'resolve'
  if (pin.is_resolved === isResolved) throw conflict('illegal_move', textOf('messages.already_so'))
  await work.tx.query(
    'update file_pins set resolved_at = $2, resolved_by = $3 where id = $1',
    [pin.id, isResolved ? work.now : null, isResolved ? work.me.id : null],
    'pin_settle',
  )
  await notePin(work, isResolved ? 'pin_resolved' : 'pin_reopened', file, pin)
}

/** The comment with the user's rights on it. The lock of its file covers all comments. */
const commentOf = async ({ kit, tx, me }: Work, file: AttachmentRow, pin: LockedPin, id: number) => {
  const rows = await tx.query<
    Pick<StoredComment, 'id' | 'version' | 'body' | 'supplier_id'> & { created_by: number | null }
  >(
    'select id, version, body, created_by, supplier_id from file_pin_comments where pin_id = $1 order by id',
    [pin.id],
    'pin_comments',
  )
  const comments = rows.map((row) => ({
    ...row,
    created_by: row.created_by === null ? null : { id: row.created_by, title: '' },
  }))
  const comment = comments.find((row) => row.id === id)
  if (!comment || !seesComment(me, comment)) throw notFound()
  const isRecordClosed = await isInFinalState(kit, tx, file, 'for share')
  const thread = { comments, isClosed: isRecordClosed || pin.is_resolved }
  return { ...comment, isRecordClosed, isFirst: comments[0] === comment, may: commentRights(me, thread, comment, true) }
}

/** Why the comments of a pin cannot be changed any more; null if the thread is open. */
const closedReason = ({ is_resolved }: LockedPin, { isRecordClosed }: { isRecordClosed: boolean }): Text | null => {
  if (isRecordClosed) return textOf('compare.pins.edit_judged')
  return is_resolved ? textOf('compare.pins.edit_resolved') : null
}

export const editComment = async (
  work: Work,
  file: AttachmentRow,
  pin: LockedPin,
  id: number,
  { body, version }: EditedComment,
) => {
  const comment = await commentOf(work, file, pin, id)
  if (!comment.may.edit) throw forbidden(closedReason(pin, comment) ?? textOf('compare.pins.edit_refused'))
  if (comment.version !== version) throw conflict('stale', textOf('messages.stale'))
  if (comment.body === body) return
  await work.tx.query(
    'update file_pin_comments set body = $2, version = version + 1, edited_at = $3 where id = $1',
    [id, body, work.now],
    'pin_comment_edit',
  )
  const { body: before, supplier_id } = comment
  await notePin(work, 'pin_edited', file, pin, { before, after: body, supplier_id })
}

export const removeComment = async (work: Work, file: AttachmentRow, pin: LockedPin, id: number, version: number) => {
  const comment = await commentOf(work, file, pin, id)
  if (!comment.may.remove) throw forbidden(closedReason(pin, comment) ?? textOf('compare.pins.remove_refused'))
  // A comment edited in the meantime is not removed unread.
  if (comment.version !== version) throw conflict('stale', textOf('messages.stale'))
  if (comment.isFirst) await work.tx.query('delete from file_pins where id = $1', [pin.id], 'pin_remove')
  else await work.tx.query('delete from file_pin_comments where id = $1', [id], 'pin_comment_remove')
  const { body: before, supplier_id } = comment
  await notePin(work, comment.isFirst ? 'pin_removed' : 'pin_answer_removed', file, pin, { before, supplier_id })
}

/** Adds a history entry with the old and new text, visible only to users who see both the pin and its file. */
const notePin = (
  work: Work,
  action: string,
  file: AttachmentRow,
  pin: LockedPin,
  {
    before,
    after,
    supplier_id = null,
  }: { before?: string; after?: string } & Partial<Pick<FileNotes, 'supplier_id'>> = {},
) => {
  const name = `${file.name} · ${pin.seq}`
  const withName = (text: string) => `${name}: ${text}`
  return noteAttachment(
    work,
    action,
    {
      ...file,
      name: after !== undefined ? withName(after) : before !== undefined ? withName(before) : name,
      visibility: file.visibility === 'internal' ? 'internal' : pin.visibility,
      supplier_id: file.supplier_id ?? pin.supplier_id ?? supplier_id,
    },
    after !== undefined && before !== undefined ? withName(before) : null,
  )
}
