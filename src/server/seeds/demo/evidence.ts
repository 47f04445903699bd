import Pdf from 'pdfkit'
import type { Queryable } from '#server/db/types.ts'
import { collected } from '#server/paper/pdf-document.ts'
import type { AttachmentKind } from '#shared/kit/attachments.ts'

/** What suppliers have attached to answers that the office reads next: a file for each. */
export interface DemoEvidence {
  area: string
  record_id: number
  /** The company that attached it; null: the office. */
  supplier_id: number | null
  agent_id: number
  kind: AttachmentKind
  name: string
  /** What the file says, a line each. */
  lines: string[]
}

/** Evidence of the allocations that are submitted or rejected: those have been answered, and are looked at next. */
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

/** The test report of a composition, and the certificates that it names. */
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

/** A page of A4 with these lines, in a font that readers of PDF have, which lacks letters beyond Latin. */
export const plainPdf = (lines: readonly string[]): Promise<Buffer> => {
  const document = new Pdf({ size: 'A4', margin: 60 })
  const bytes = collected(document)
  for (const line of lines) document.fontSize(12).text(line)
  document.end()
  return bytes
}
