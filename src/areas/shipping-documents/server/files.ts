import { asPortal } from '#server/kit/as-portal.ts'
import { conflict } from '#server/kit/errors.ts'
import type { Doc, Work } from '#server/kit/kit.ts'
import { textOf } from '#shared/kit/text.ts'
import { shippingDocuments } from '../area'

interface Filed extends Doc {
  id: number
  version: number
  status: string
  files: number
  is_newer: boolean
  last: string | null
}

/**
 * Runs after files of documents were added or removed. A new file, or a newer version of one, makes a new version of
 * the document, which the office reviews again; a document without files becomes `missing`.
 */
export const followFiles = async (work: Work, ids: readonly number[]): Promise<void> => {
  const rows = await work.tx.query<Filed>(
    `select d.id, d.version, d.status, d.files_qty, d.version_no, f.files, f.last,
       coalesce(f.last > coalesce(d.uploaded_at, '-infinity'), false) as is_newer
     from shipping_documents d cross join lateral (
       select count(distinct coalesce(series_id, id))::int as files, date_trunc('milliseconds', max(created_at)) as last
       from files where area = $2 and record_id = d.id and slot = 'attachment' and scan <> 'refused') f
     where d.id = any($1::bigint[]) order by d.id for no key update of d`,
    [ids, shippingDocuments.name],
    'documents_filed',
  )
  const documents = work.kit.repository(shippingDocuments.name)
  for (const row of rows) {
    const move = row.is_newer ? 'upload' : row.files === 0 && loses.has(row.status) ? 'lose_files' : null
    // The virus scan may remove files in any state; users cannot remove files of a document under review or approved.
    if (row.files < Number(row.files_qty) && lockedStates.has(row.status) && work.me.id !== 0)
      throw conflict('files_kept', textOf('problems.shipping-documents.kept'))
    if (move) {
      filed.set(work.tx, row)
      try {
        await documents.move(asPortal(work, move), row.id, move, { version: row.version })
      } finally {
        filed.delete(work.tx)
      }
    } else if (row.files !== Number(row.files_qty))
      await documents.edit(asPortal(work), row.id, { files_qty: row.files })
  }
}

/** The file facts that a move of a document writes. */
const filed = new WeakMap<Work['tx'], Filed>()

/** Sets the facts of its files on a document. */
export const takeFiles = ({ tx }: Work, document: Doc): void => {
  const row = filed.get(tx)
  if (!row) return
  document.files_qty = row.files
  if (!row.is_newer) return
  document.version_no = Number(document.version_no ?? 0) + 1
  document.uploaded_at = row.last
}

const lockedStates: ReadonlySet<string> = new Set(['under_review', 'approved'])
const loses: ReadonlySet<string> = new Set(['uploaded', 'under_review', 'approved', 'rejected'])
