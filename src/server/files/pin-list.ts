import type { Queryable } from '#server/db/types.ts'
import { notFound } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import { tableOf } from '#shared/kit/area.ts'
import type { Pin, PinComment } from '#shared/kit/wire/pin.ts'
import { isOffice, recordSeen, seesFile } from './access'
import { type AttachmentRow, attachmentRow } from './attachment-rows'
import type { FileNotes, StoragePlace } from './files'

export type Audience = Pick<FileNotes, 'visibility' | 'supplier_id'>

type PinRow = Omit<Pin, 'may' | 'comments'> & { comments: StoredComment[] } & Pick<FileNotes, 'supplier_id'> &
  Pick<StoragePlace, 'area' | 'record_id'> & { file_visibility: string; file_supplier_id: number | null }

/** A comment with the supplier of its author; null for the retailer. */
export type StoredComment = Omit<PinComment, 'may'> & Pick<FileNotes, 'supplier_id'>

/** The pins of a file or record that the user may see, with the rights on their comments. */
export const listPins = async (kit: Kit, on: Queryable, me: Principal, by: 'file' | 'record', values: unknown[]) => {
  const rows = await on.query<PinRow>(
    `select p.id, p.file_id, p.seq, p.page, p.x::float8 as x, p.y::float8 as y, p.visibility, p.supplier_id, f.area, f.record_id,
       f.visibility as file_visibility, f.supplier_id as file_supplier_id, p.created_at, p.resolved_at,
       ${person('p.created_by')} as created_by, ${person('p.resolved_by')} as resolved_by,
       (select json_agg(json_build_object('id', c.id, 'version', c.version, 'body', c.body, 'supplier_id', c.supplier_id,
            'created_at', ${instant('c.created_at')}, 'edited_at', ${instant('c.edited_at')},
            'created_by', ${person('c.created_by')}) order by c.id)
        from file_pin_comments c where c.pin_id = p.id) as comments
     from file_pins p join files f on f.id = p.file_id
     where f.slot = 'attachment' and ${by === 'file' ? 'f.id = $1' : 'f.area = $1 and f.record_id = $2'}
     order by p.file_id, p.seq limit 5000`,
    values,
    `pins_by_${by}`,
  )
  const [first] = rows
  const isRecordClosed = first !== undefined && (await isInFinalState(kit, on, first))
  return rows
    .filter((row) => seesFile(me, row) && seesFile(me, fileAudience(row)))
    .map(
      ({ area, record_id: _record, supplier_id, file_visibility: _file, file_supplier_id: _supplier, ...row }): Pin => {
        const mayPin = kit.can(me.role, area, 'attach')
        const thread = { comments: row.comments, isClosed: isRecordClosed || row.resolved_at !== null }
        const comments = row.comments
          .filter((comment) => seesComment(me, comment))
          .map(({ supplier_id: _author, ...comment }) => ({
            ...comment,
            may: commentRights(me, thread, comment, mayPin),
          }))
        return { ...row, comments, may: { answer: mayPin, resolve: mayPin && mayResolve(me, { supplier_id }) } }
      },
    )
}

const fileAudience = ({ file_visibility, file_supplier_id }: PinRow): Audience => ({
  visibility: file_visibility as Audience['visibility'],
  supplier_id: file_supplier_id,
})

/** SQL for a time in the format of JSON (ISO 8601). */
const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const person = (column: string) =>
  `(select json_build_object('id', u.id, 'title', u.full_name) from users u where u.id = ${column})`

/** Comments of a supplier are visible to that supplier and the office only, even if several suppliers see the pin. */
export const seesComment = (me: Principal, { supplier_id }: Pick<FileNotes, 'supplier_id'>) =>
  seesFile(me, { visibility: 'shared', supplier_id })

/** Whether the user may resolve a pin: the side that wrote it, and the office. */
export const mayResolve = (me: Principal, { supplier_id }: Pick<FileNotes, 'supplier_id'>) =>
  isOffice(me) || (supplier_id !== null && supplier_id === me.supplier_id)

type CommentAuthor = Pick<PinComment, 'id' | 'created_by'>

/**
 * The user's rights on a comment. Authors edit their own, and remove it until another user answers. In a closed thread
 * (resolved, or of a record in a final state) only administrators remove comments.
 */
export const commentRights = (
  me: Principal,
  { comments, isClosed }: { comments: readonly CommentAuthor[]; isClosed: boolean },
  { id, created_by }: CommentAuthor,
  mayPin: boolean,
): PinComment['may'] => {
  const edit = mayPin && !isClosed && created_by?.id === me.id
  const isAnswered = comments.some((answer) => answer.id > id && answer.created_by?.id !== me.id)
  return { edit, remove: mayPin && (me.role === 'admin' || (edit && !isAnswered)) }
}

/** Whether the record is in a state that no move leaves, such as an answered round of proofs. */
export const isInFinalState = async (
  { register }: Kit,
  on: Queryable,
  { area, record_id }: Pick<StoragePlace, 'area' | 'record_id'>,
  lock = '',
): Promise<boolean> => {
  const { lifecycle } = register.get(area)
  if (!lifecycle) return false
  const table = tableOf(area)
  const [record] = await on.query<{ status: string }>(
    `select status from ${table} where id = $1 ${lock}`,
    [record_id],
    `pins_state_${table}${lock && '_lock'}`,
  )
  return record !== undefined && !Object.values(lifecycle.moves).some(({ from }) => from.includes(record.status))
}

/** The file; throws 404 unless the user sees it and its record. */
export const readVisibleFile = async (kit: Kit, on: Queryable, me: Principal, id: number): Promise<AttachmentRow> => {
  const file = await attachmentRow(on, id)
  if (!file || !seesFile(me, file)) throw notFound()
  await recordSeen(kit, on, me, file)
  return file
}

/** The supplier for which a user writes; null for the retailer. */
export const supplierOf = (me: Principal) => (isOffice(me) ? null : me.supplier_id)
