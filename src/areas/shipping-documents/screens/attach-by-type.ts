import type { AnyRecord } from '#shared/kit/area.ts'
import { type AttachmentKind, attachmentLimits } from '#shared/kit/attachments.ts'
import type { Attachment } from '#shared/kit/wire/attachment.ts'
import { type DocumentType, repeatedTypes } from '#shared/trade/document-types.ts'
import { inSeries } from '#web/kit/files/data.ts'
import { attachToAll, problemOf } from '#web/kit/files/queue.ts'
import { api } from '#web/providers/http.ts'
import { shippingDocuments as area } from '../area'
import type { TypedFile } from './typed-file'

/**
 * Attaches each unsent file to the document of its type, which is created if the booking has none; a single file
 * replaces a single earlier one. A failure does not stop the other files. Returns the number of failures.
 */
export const attachByType = async (
  booking: number,
  rows: readonly TypedFile[],
  report: (id: number, state: Partial<TypedFile>) => void,
): Promise<number> => {
  const papers = new Map<DocumentType, Promise<Paper>>()
  let failed = 0
  for (const { id, file, type } of rows.filter(({ isDone }) => !isDone)) {
    report(id, { problem: undefined, percent: 0 })
    try {
      const problem = problemOf(attachmentLimits(area), file)
      if (problem || !type) throw new Error(problem)
      const paper = papers.get(type) ?? paperOf(booking, type)
      if (!repeatedTypes.includes(type)) papers.set(type, paper)
      const { document, files } = await paper
      const isOnly = rows.filter((other) => other.type === type).length === 1
      const [before] = files
      const replaces = isOnly && files.length === 1 && before?.may.replace ? before : undefined
      await attachToAll(
        area,
        [document.id],
        { file, kind: kindOf(type), ...(replaces && { replaces }) },
        new AbortController().signal,
        (percent) => report(id, { percent }),
      )
      report(id, { isDone: true, percent: null })
    } catch (error) {
      failed += 1
      // The next file of this type, or the next attempt, looks the document up again.
      if (type) papers.delete(type)
      report(id, { percent: null, problem: (error as Error).message })
    }
  }
  return failed
}

interface Paper {
  document: AnyRecord
  /** The latest version of each file of the document. */
  files: readonly Attachment[]
}

const paperOf = async (booking: number, type: DocumentType): Promise<Paper> => {
  const existing = await api<AnyRecord[]>('GET', area.name, {
    params: { booking_id: String(booking), doc_type: type, archived_at_null: 'true', _sort: 'id', _end: '100' },
  })
  // Types that a shipment may have several times: another file makes another document, unless one still waits for its
  // file.
  const target = repeatedTypes.includes(type)
    ? existing.find(({ status }) => status === 'missing' || status === 'rejected')
    : existing[0]
  if (!target)
    return {
      document: await api<AnyRecord>('POST', area.name, { body: { booking_id: booking, doc_type: type } }),
      files: [],
    }
  const files = await api<Attachment[]>('GET', 'files', { params: { area: area.name, record: String(target.id) } })
  return { document: target, files: inSeries(files).map(({ latest }) => latest) }
}

/** The kind of attachment for files of a type. */
const kindOf = (type: DocumentType): AttachmentKind => kinds[type] ?? 'certificate'

const kinds: Readonly<Partial<Record<DocumentType, AttachmentKind>>> = {
  commercial_invoice: 'invoice',
  packing_list: 'packing_list',
  test_report: 'test_report',
  bill_of_lading: 'other',
  air_waybill: 'other',
  forwarder_receipt: 'other',
  shipment_advice: 'other',
  export_declaration: 'other',
  other: 'other',
}
