import * as z from 'zod'
import type { Queryable } from '#server/db/types.ts'
import { notFound } from '#server/kit/errors.ts'
import type { Kit, Work } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import { writeRecords } from '#server/kit/write/store.ts'
import { canChangeFiles, keepsSupplierFiles, tableOf } from '#shared/kit/area.ts'
import { attachmentKinds } from '#shared/kit/attachments.ts'
import type { Attachment } from '#shared/kit/wire/attachment.ts'
import { isOffice, recordSeen, recordsSeen, seesFile } from './access'
import type { FileNotes, Files, StoragePlace } from './files'

/** An attachment as it is stored. */
export interface AttachmentRow
  extends Pick<FileNotes, 'visibility' | 'kind' | 'description' | 'supplier_id' | 'version_no'> {
  id: number
  name: string
  type: string
  size: number
  created_at: string
  created_by: number | null
  author: string | null
  area: string
  record_id: number
  series: number
  scan: Attachment['scan']
  pages: number | null
  thumb_id: number | null
  preview_id: number | null
}
type NotedFile = Pick<AttachmentRow, 'area' | 'record_id' | 'name' | 'visibility' | 'supplier_id' | 'version_no'>

/** The schema of an attachment in answers of the API. */
export const attachment = z
  .object({
    id: z.int(),
    name: z.string(),
    type: z.string(),
    size: z.int(),
    created_at: z.iso.datetime(),
    created_by: z.object({ id: z.int(), title: z.string() }).nullable(),
    visibility: z.enum(['internal', 'shared']),
    kind: z.enum(attachmentKinds).nullable(),
    description: z.string().nullable(),
    version_no: z.int(),
    series: z.int().describe('The same for all versions of one file.'),
    may: z.object({ change: z.boolean(), share: z.boolean(), replace: z.boolean(), remove: z.boolean() }),
    scan: z.enum(['clean', 'waiting', 'refused']).describe('Only a clean file is handed out.'),
    pages: z.int().nullable().describe('The pages of a PDF.'),
    url: z.string().describe('Good for this caller and for a quarter of an hour.'),
    thumb: z.string().nullable().describe('A small WebP picture of the file.'),
    preview: z.string().nullable().describe('A WebP picture of the file or of its first page.'),
  })
  .meta({ id: 'Attachment' })

/**
 * The attachments of a record that the caller sees, the latest version of each series first, with the caller's rights and
 * signed addresses.
 */
export const listAttachments = async (
  { kit, files }: { kit: Kit; files: Files },
  on: Queryable,
  me: Principal,
  { area, record_id }: Pick<StoragePlace, 'area' | 'record_id'>,
): Promise<Attachment[]> => {
  const rows = await attachmentRows(on, 'record', [area, record_id])
  const visible = rows.filter((row) => seesFile(me, row) && (row.scan !== 'refused' || learnsOfRefusal(me, row)))
  const { isLocked, isKept } = await fileStateOf(kit, on, { area, record_id })
  const mayAttach = kit.can(me.role, area, 'attach')
  const addressFor = (id: number) => files.address(id, quarterOfAnHour, me.id)
  return visible.map((row) => {
    const { area: _area, record_id: _record, supplier_id: _supplier, ...publicRow } = row
    const { created_by, author, thumb_id, preview_id, ...values } = publicRow
    const isLatest = visible.find(({ series }) => series === row.series) === row
    const { change, share, replace, remove } = isLocked ? noRights : rightsOf(me, row, isKept)
    return {
      ...values,
      created_by: created_by === null ? null : { id: created_by, title: author ?? '' },
      may: { change, share, replace: mayAttach && replace && isLatest, remove },
      url: addressFor(row.id),
      thumb: thumb_id === null ? null : addressFor(thumb_id),
      preview: preview_id === null ? null : addressFor(preview_id),
    }
  })
}

/** The latest visible version of each file, by record id. The caller has checked that the user sees the records. */
export const latestFiles = async (
  on: Queryable,
  me: Principal,
  area: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, AttachmentRow[]>> => {
  const files = new Map<number, AttachmentRow[]>()
  const series = new Set<number>()
  for (const row of await attachmentRows(on, 'records', [area, ids])) {
    // Rows are ordered by series with the latest version first.
    if (!seesFile(me, row) || series.has(row.series)) continue
    series.add(row.series)
    files.set(row.record_id, [...(files.get(row.record_id) ?? []), row])
  }
  return files
}

/** Whether the user sees that the scanner refused a file: its uploader and the office do. */
const learnsOfRefusal = (me: Principal, { created_by }: AttachmentRow) => isOffice(me) || created_by === me.id

const quarterOfAnHour = 900

/** The state of a record and its effect on the record's files. Locks the record for share within a transaction. */
export const fileStateOf = async (
  { register }: Pick<Kit, 'register'>,
  on: Queryable,
  { area, record_id }: Pick<StoragePlace, 'area' | 'record_id'>,
): Promise<{ state: string; isLocked: boolean; isKept: boolean }> => {
  const declared = register.get(area)
  if (!declared.attachedIn && !declared.keptIn) return { state: '', isLocked: false, isKept: false }
  const [record] = await on.query<{ status: string }>(
    `select status from ${tableOf(declared)} where id = $1 for share`,
    [record_id],
    `files_state_${tableOf(declared)}`,
  )
  return {
    state: record?.status ?? '',
    isLocked: record !== undefined && !canChangeFiles(declared, record),
    isKept: record !== undefined && keepsSupplierFiles(declared, record),
  }
}

const noRights = { change: false, share: false, replace: false, remove: false }

/** Locks and returns an attachment; throws 404 if the caller does not see it or its record. */
export const lockAttachment = async (kit: Kit, tx: Queryable, me: Principal, id: number): Promise<AttachmentRow> => {
  await tx.query('select 1 from files where id = $1 for update', [id], 'file_lock')
  const [row] = await attachmentRows(tx, 'id', [id])
  if (!row || !seesFile(me, row)) throw notFound()
  await recordSeen(kit, tx, me, row)
  return row
}

/** The attachment with that id, without a check of rights. */
export const attachmentRow = async (on: Queryable, id: number): Promise<AttachmentRow | undefined> =>
  (await attachmentRows(on, 'id', [id]))[0]

const conditions = {
  id: 'f.id = $1',
  record: 'f.area = $1 and f.record_id = $2',
  records: 'f.area = $1 and f.record_id = any($2::bigint[])',
}

const attachmentRows = (on: Queryable, by: keyof typeof conditions, values: unknown[]) =>
  on.query<AttachmentRow>(
    `select f.id, f.name, f.type, f.size, f.created_at, f.created_by, u.full_name as author, f.area, f.record_id,
       f.visibility, f.kind, f.description, f.supplier_id, f.version_no, coalesce(f.series_id, f.id) as series,
       f.scan, f.pages, thumb.id as thumb_id, preview.id as preview_id
     from files f left join users u on u.id = f.created_by
     left join files thumb on thumb.source_id = f.id and thumb.slot = 'attachment_thumb'
     left join files preview on preview.source_id = f.id and preview.slot = 'attachment_preview'
     where ${conditions[by]} and f.slot = 'attachment'
     order by coalesce(f.series_id, f.id), f.version_no desc limit ${by === 'records' ? 10_000 : 1000}`,
    values,
    `attachments_by_${by}`,
  )

/** The caller's rights on a file that they see. If the record keeps its files (`isKept`), suppliers have none. */
export const rightsOf = (me: Principal, { created_by, created_at, supplier_id }: AttachmentRow, isKept: boolean) => {
  const isOwn = created_by !== null && created_by === me.id
  const house = isOffice(me)
  if (isKept && !house) return noRights
  return {
    change: house || isOwn,
    share: house,
    // A supplier may replace files of its own company only.
    replace: house || isOwn || (supplier_id !== null && supplier_id === me.supplier_id),
    remove: me.role === 'admin' || (isOwn && Date.now() - new Date(created_at).getTime() < oneDay),
  }
}

const oneDay = 24 * 3600 * 1000

export const isLatest = async (tx: Queryable, { series, version_no }: AttachmentRow) => {
  const [newer] = await tx.query(
    'select 1 from files where coalesce(series_id, id) = $1 and version_no > $2 limit 1',
    [series, version_no],
    'file_newer',
  )
  return !newer
}

/** Adds an entry to the record's history, visible to users who see the file. */
export const noteAttachment = (work: Work, action: string, file: NotedFile, old: string | null = null) =>
  noteAttachments(work, action, file, [file.record_id], old)

/** Adds the same entry for several records that have the file. */
export const noteAttachments = async (
  work: Work,
  action: string,
  { area, visibility, supplier_id, name, version_no }: Omit<NotedFile, 'record_id'>,
  ids: readonly number[],
  old: string | null = null,
) => {
  const change = {
    field: 'file',
    old,
    new: version_no > 1 && action === 'file_version' ? `${name} (${version_no})` : name,
    seen: { visibility, supplier_id },
  }
  const states = { from_status: null, to_status: null, comment: null }
  const entries: Parameters<typeof writeRecords>[2][number][] = []
  for (const [record_id, record] of await recordsSeen(work.kit, work.tx, work.me, area, ids)) {
    const document = await documentOf(work, { area, record_id }, record)
    entries.push({ area, record_id, ...document, action, ...states, changes: [change] })
  }
  await writeRecords(work, [], entries)
}

/** The document that contains the record; the history of rows belongs to their document. */
const documentOf = async (
  work: Work,
  { area, record_id }: Pick<StoragePlace, 'area' | 'record_id'>,
  record: object,
) => {
  const { register } = work.kit
  let [owner, id, row] = [register.get(area), record_id, record as Record<string, unknown>]
  while (owner.partOf) {
    id = Number(row[owner.partOf.by])
    owner = register.get(owner.partOf.area)
    if (owner.partOf) row = await recordSeen(work.kit, work.tx, work.me, { area: owner.name, record_id: id })
  }
  return { document_area: owner.name, document_id: id }
}
