import { settleSets } from '#areas/shipping-documents/server/settle.ts'
import type { Queryable } from '#server/db/types.ts'
import type { Work } from '#server/kit/kit.ts'
import { addDays } from '#shared/base/dates.ts'
import { quoted } from '#shared/base/quoted.ts'
import type { AttachmentKind } from '#shared/kit/attachments.ts'
import { factsOf } from '#shared/trade/document-checks.ts'
import { documentedStates } from '#shared/trade/document-set.ts'
import type { DemoEvidence } from './evidence'

/** A shipping document of a demo booking, with the facts that it takes from the booking. */
interface BookedDocument {
  id: number
  booking_id: number
  booking_no: string
  booking_status: string
  doc_type: string
  document_title: string
  /** Its place among the documents of its booking. */
  place: number
  /** The place of its booking among the bookings of the same state. */
  turn: number
  supplier_id: number
  agent_id: number
  reviewer_id: number | null
  sails: string
  pieces_qty: number | null
  cartons_qty: number | null
  gross_kg: string | null
  net_kg: string | null
  volume_m3: string | null
  bl_no: string | null
  goods_description: string | null
}

type State = 'missing' | 'uploaded' | 'under_review' | 'approved' | 'rejected' | 'not_needed'

/**
 * Creates the shipping documents of the demo bookings in every state: complete sets for goods that have arrived; sets
 * under review, rejected or missing for goods at sea. Returns the files that belong to them.
 */
export const makeDocuments = async (work: Work, day: string, hasFiles: boolean): Promise<DemoEvidence[]> => {
  const { tx } = work
  const bookings = await tx.query<{ id: number }>(
    `select id from bookings where status in (${quoted(documentedStates)}) order by id`,
  )
  await settleSets(
    work,
    bookings.map(({ id }) => id),
  )
  await tx.query(`insert into demo_records (area, record_id) select 'shipping-documents', id from shipping_documents`)
  const documents = await readBooked(tx)
  const made = documents.map((document) => madeOf(document, day, hasFiles)).filter(({ status }) => status !== 'missing')
  await tx.query(
    `update shipping_documents d set status = x.status, doc_no = x.doc_no, issue_date = x.issue_date,
       originals_count = x.originals_count, pieces_qty = x.pieces_qty, cartons_qty = x.cartons_qty, gross_kg = x.gross_kg,
       net_kg = x.net_kg, volume_m3 = x.volume_m3, bl_no = x.bl_no, goods_description = x.goods_description,
       differences = x.differences, files_qty = x.files_qty, version_no = x.version_no, uploaded_at = x.uploaded_at,
       reviewed_by = x.reviewed_by, reviewed_at = x.reviewed_at, review_comment = x.review_comment
     from jsonb_to_recordset($1::jsonb) as x(id bigint, status text, doc_no text, issue_date date, originals_count int,
       pieces_qty int, cartons_qty int, gross_kg numeric, net_kg numeric, volume_m3 numeric, bl_no text,
       goods_description text, differences text[], files_qty int, version_no int, uploaded_at timestamptz,
       reviewed_by bigint, reviewed_at timestamptz, review_comment text)
     where d.id = x.id`,
    [JSON.stringify(made)],
  )
  await tx.query(
    `update bookings b set documents_complete_on = least(coalesce(b.atd, b.etd) + 2, $1::date)
     from (select booking_id from shipping_documents where is_required group by booking_id
       having bool_and(status in ('approved', 'not_needed'))) done where b.id = done.booking_id`,
    [day],
  )
  const byId = new Map(documents.map((document) => [document.id, document]))
  return made
    .filter(({ status }) => status !== 'not_needed')
    .flatMap(({ id }) => {
      const document = byId.get(id)
      return document ? [paperOf(document)] : []
    })
}

/** Dates the files of the documents to the time of their upload. */
export const dateDocumentFiles = (tx: Queryable) =>
  tx.query(
    `update files f set created_at = d.uploaded_at from shipping_documents d
     where f.area = 'shipping-documents' and f.record_id = d.id and d.uploaded_at is not null`,
  )

const readBooked = (tx: Queryable) =>
  tx.query<BookedDocument>(
    `select d.id, d.booking_id, b.booking_no, b.status as booking_status, d.doc_type, d.document_title,
       row_number() over (partition by b.id order by d.id)::int - 1 as place,
       dense_rank() over (partition by b.status order by b.id)::int - 1 as turn, b.supplier_id,
       coalesce((select min(id) from users where supplier_id = b.supplier_id and type = 'Agent'), 0) as agent_id,
       (select min(id) from users where type = 'Office') as reviewer_id, coalesce(b.atd, b.etd)::text as sails,
       b.pieces_qty, b.cartons_qty, b.gross_kg::text, b.net_kg::text, b.volume_m3::text,
       coalesce(b.hbl_no, b.awb_no) as bl_no, b.goods_description
     from shipping_documents d join bookings b on b.id = d.booking_id
     where b.supplier_id is not null and coalesce(b.atd, b.etd) is not null order by d.id`,
  )

/** The state of a document: by the state of its booking, and in turn among bookings of the same state. */
const stateOf = ({ booking_status, doc_type, place, turn }: BookedDocument): State => {
  if (booking_status === 'closed') return doc_type === 'inspection_certificate' ? 'not_needed' : 'approved'
  if (booking_status === 'arrived') return turn % 4 === 3 && place === 0 ? 'rejected' : 'approved'
  if (booking_status === 'shipped') {
    if (turn % 4 === 0) return doc_type === 'certificate_of_origin' ? 'not_needed' : 'approved'
    if (turn % 4 === 1) return place === 0 ? 'under_review' : 'uploaded'
    if (turn % 4 === 2) return doc_type === 'packing_list' ? 'rejected' : place === 0 ? 'approved' : 'missing'
    return 'missing'
  }
  return turn % 3 === 0 && (doc_type === 'commercial_invoice' || doc_type === 'packing_list') ? 'uploaded' : 'missing'
}

const judged: ReadonlySet<State> = new Set(['under_review', 'approved', 'rejected', 'not_needed'])

const madeOf = (document: BookedDocument, day: string, hasFiles: boolean) => {
  const status = stateOf(document)
  const { id, doc_type, sails, reviewer_id } = document
  const brought = earlier(addDays(sails, 1), addDays(day, -1))
  const isFiled = status !== 'missing' && status !== 'not_needed'
  const stated = factsOf(doc_type)
  const facts = Object.fromEntries(stated.map((fact) => [fact, isFiled ? document[fact] : null]))
  // Rejected documents, and some under review, state a carton less than was shipped.
  const isShort = stated.includes('pieces_qty') && (status === 'rejected' || (status === 'uploaded' && id % 4 === 0))
  if (isShort && document.pieces_qty) facts.pieces_qty = document.pieces_qty - 12
  return {
    ...{ id, status, ...facts, differences: isShort && document.pieces_qty ? ['pieces_qty'] : [] },
    doc_no: isFiled ? numberOf(document) : null,
    issue_date: isFiled ? earlier(sails, brought) : null,
    originals_count: isFiled ? (doc_type === 'bill_of_lading' ? 3 : 1) : null,
    files_qty: isFiled && hasFiles ? 1 : 0,
    version_no: isFiled ? 1 : 0,
    uploaded_at: isFiled ? `${brought}T07:30:00.000Z` : null,
    reviewed_by: judged.has(status) ? reviewer_id : null,
    reviewed_at: judged.has(status) ? `${brought}T11:00:00.000Z` : null,
    review_comment: comments[status] ?? null,
  }
}

const comments: Readonly<Partial<Record<State, string>>> = {
  rejected: 'The pieces do not agree with the shipping instruction. Please send the list as packed.',
  not_needed: 'The buyer’s broker makes it.',
}

const earlier = (a: string, b: string) => (a < b ? a : b)

const prefixes: Readonly<Record<string, string>> = {
  commercial_invoice: 'INV',
  packing_list: 'PL',
  certificate_of_origin: 'CO',
}
const numberOf = ({ id, doc_type, bl_no, booking_no }: BookedDocument) =>
  doc_type === 'bill_of_lading' || doc_type === 'air_waybill'
    ? (bl_no ?? booking_no)
    : `${prefixes[doc_type] ?? 'D'}-${10_000 + id}`

/** The file of a document, with its text. */
const paperOf = (document: BookedDocument): DemoEvidence => {
  const { id, booking_no, doc_type, document_title, supplier_id, agent_id, pieces_qty, cartons_qty } = document
  return {
    ...{ area: 'shipping-documents', record_id: id, supplier_id, agent_id, kind: kinds[doc_type] ?? 'other' },
    name: `${doc_type.replaceAll('_', '-')}-${booking_no}.pdf`,
    lines: [
      document_title.replace(booking_no, '').trim().toUpperCase(),
      `No. ${numberOf(document)}`,
      `Booking ${booking_no}`,
      document.goods_description ?? '',
      `Pieces: ${pieces_qty ?? '–'}   Cartons: ${cartons_qty ?? '–'}`,
      `Gross weight: ${document.gross_kg ?? '–'} kg   Net weight: ${document.net_kg ?? '–'} kg`,
      `Volume: ${document.volume_m3 ?? '–'} m3`,
    ],
  }
}

const kinds: Readonly<Record<string, AttachmentKind>> = {
  commercial_invoice: 'invoice',
  packing_list: 'packing_list',
  certificate_of_origin: 'certificate',
  test_report: 'test_report',
}
