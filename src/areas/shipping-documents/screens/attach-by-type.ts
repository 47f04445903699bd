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
 * Attaches each file that is not sent yet to the paper of its type, which is made where the booking has none; a single
 * file takes the place of a single one before. A file that fails does not hold the others up. Answers how many failed.
 */
export const attachByType = async (
  booking: number,
  rows: readonly TypedFile[],
  tell: (id: number, state: Partial<TypedFile>) => void,
): Promise<number> => {
  const papers = new Map<DocumentType, Promise<Paper>>()
  let failed = 0
  for (const { id, file, type } of rows.filter(({ isDone }) => !isDone)) {
    tell(id, { problem: undefined, percent: 0 })
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
        (percent) => tell(id, { percent }),
      )
      tell(id, { isDone: true, percent: null })
    } catch (error) {
      failed += 1
      // The next file of this type, and the next try, look for the paper again.
      if (type) papers.delete(type)
      tell(id, { percent: null, problem: (error as Error).message })
    }
  }
  return failed
}

interface Paper {
  document: AnyRecord
  /** The latest version of each of its files. */
  files: readonly Attachment[]
}

const paperOf = async (booking: number, type: DocumentType): Promise<Paper> => {
  const known = await api<AnyRecord[]>('GET', area.name, {
    params: { booking_id: String(booking), doc_type: type, archived_at_null: 'true', _sort: 'id', _end: '100' },
  })
  // Of some types a shipment has several: a further file is another paper, unless one still waits for its file.
  const found = repeatedTypes.includes(type)
    ? known.find(({ status }) => status === 'missing' || status === 'rejected')
    : known[0]
  if (!found)
    return {
      document: await api<AnyRecord>('POST', area.name, { body: { booking_id: booking, doc_type: type } }),
      files: [],
    }
  const files = await api<Attachment[]>('GET', 'files', { params: { area: area.name, record: String(found.id) } })
  return { document: found, files: inSeries(files).map(({ latest }) => latest) }
}

/** What a file of a type is, among the kinds of attachments. */
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
