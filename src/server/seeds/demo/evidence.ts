import Pdf from 'pdfkit'
import type { Queryable } from '#server/db/types.ts'
import { collected } from '#server/paper/pdf-document.ts'
import type { AttachmentKind } from '#shared/kit/attachments.ts'

/** A demo file attached to a record, for example the supplier's evidence for an answer. */
export interface DemoEvidence {
  area: string
  record_id: number
  /** The supplier that attached it; null if the office did. */
  supplier_id: number | null
  agent_id: number
  kind: AttachmentKind
  name: string
  /** The lines of text in the file; without any, it is a picture. */
  lines: string[]
}

/** The evidence of the allocations that are submitted or rejected, as the supplier has answered these. */
export const evidenceOf = async (tx: Queryable): Promise<DemoEvidence[]> => {
  const compositions = await tx.query<Answer>(
    `select f.id, f.supplier_id, f.responded_by, f.composition_en, l.line_title, f.test_report_no,
       f.scope_certificate_no, f.transaction_certificate_no
     from fibre_allocations f join po_lines l on l.id = f.po_line_id
     where f.status in ('submitted', 'rejected') and f.responded_by is not null order by f.id`,
  )
  const labels = await tx.query<Answer>(
    `select c.id, c.supplier_id, c.responded_by, l.line_title
     from care_allocations c join po_lines l on l.id = c.po_line_id
     where c.status in ('submitted', 'rejected') and c.responded_by is not null order by c.id`,
  )
  return [
    ...compositions.flatMap((answer) => papersOf(answer)),
    ...labels.map(
      (answer): DemoEvidence => ({
        ...fileOf('care-allocations', answer),
        kind: 'label_proof',
        name: `label-proof-${answer.id}.png`,
        lines: [],
      }),
    ),
  ]
}

/** The test report of a composition, and the certificates that the composition names. */
const papersOf = (answer: Answer): DemoEvidence[] => {
  const {
    id,
    line_title,
    composition_en,
    scope_certificate_no: scope,
    transaction_certificate_no: transaction,
  } = answer
  const paper = (kind: AttachmentKind, title: string, number: string): DemoEvidence => ({
    ...fileOf('fibre-allocations', answer),
    kind,
    name: `${kind.replaceAll('_', '-')}-${id}.pdf`,
    lines: [title, `No. ${number}`, `Order line ${line_title}`, composition_en ?? ''],
  })
  return [
    paper(
      'test_report',
      'Test report: quantitative fibre analysis (ISO 1833)',
      answer.test_report_no ?? `TR-${26_000 + id}`,
    ),
    ...(scope ? [paper('scope_certificate', 'Scope certificate', scope)] : []),
    ...(transaction ? [paper('transaction_certificate', 'Transaction certificate', transaction)] : []),
  ]
}

interface Answer {
  id: number
  supplier_id: number
  responded_by: number
  line_title: string
  composition_en?: string
  test_report_no?: string | null
  scope_certificate_no?: string | null
  transaction_certificate_no?: string | null
}

const fileOf = (area: string, { id, supplier_id, responded_by }: Answer) => ({
  area,
  record_id: id,
  supplier_id,
  agent_id: responded_by,
})

/** An A4 page with these lines, in a standard PDF font, which has only Latin letters. */
export const plainPdf = (lines: readonly string[]): Promise<Buffer> => {
  const document = new Pdf({ size: 'A4', margin: 60 })
  const bytes = collected(document)
  for (const line of lines) document.fontSize(12).text(line)
  document.end()
  return bytes
}
