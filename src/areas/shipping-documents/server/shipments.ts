import type { Doc, Work } from '#server/kit/kit.ts'
import { renderText } from '#server/texts.ts'
import { textOf } from '#shared/kit/text.ts'
import { compareFacts, type ShipmentFacts } from '#shared/trade/document-checks.ts'
import {
  type Departure,
  type DocumentRequirement,
  documentedStates,
  dueDateOf,
  presentationDate,
  requiredTypes,
  type ShipmentTerms,
} from '#shared/trade/document-set.ts'
import type { DocumentType } from '#shared/trade/document-types.ts'
import { shippingDocuments } from '../area'

/** The fields of a booking that its documents use. */
export interface Shipment extends ShipmentFacts, ShipmentTerms, Departure {
  id: number
  booking_no: string
  supplier_id: number | null
  status: string
  approved_by: number | null
  archived_at: string | null
  documents_due: string | null
  documents_complete_on: string | null
}

/** Reads bookings by id. With `lock`, other writers wait until their documents are settled. */
export const readShipments = async (
  { tx }: Pick<Work, 'tx'>,
  ids: readonly unknown[],
  { lock }: { lock: boolean },
): Promise<ReadonlyMap<number, Shipment>> => {
  const rows = await tx.query<Shipment>(
    `select b.id, b.booking_no, b.supplier_id, b.status, b.approved_by, b.archived_at::text, b.incoterm,
       b.ship_to_country, b.load_type, b.etd::text, b.atd::text, b.pieces_qty, b.cartons_qty, b.gross_kg::text,
       b.net_kg::text, b.volume_m3::text, b.hbl_no, b.mbl_no, b.awb_no, b.goods_description,
       b.documents_due::text, b.documents_complete_on::text,
       array(select distinct t.method from booking_lines x join po_lines l on l.id = x.po_line_id
         join purchase_orders o on o.id = l.purchase_order_id join payment_terms t on t.id = o.payment_term_id
         where x.booking_id = b.id order by 1) as methods
     from bookings b where b.id = any($1::bigint[]) order by b.id ${lock ? 'for no key update of b' : ''}`,
    [[...new Set(ids.map(Number).filter((id) => id > 0))]],
    lock ? 'document_shipments_locked' : 'document_shipments',
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Key of a document type of a booking. */
export const typeKey = ({ booking_id, doc_type }: Readonly<Record<string, unknown>>): string =>
  `${booking_id} ${doc_type}`

/** The document types that these bookings have, as keys. */
export const readTypes = async ({ tx }: Pick<Work, 'tx'>, ids: readonly unknown[]): Promise<Set<string>> => {
  const rows = await tx.query<Doc>(
    'select distinct booking_id, doc_type from shipping_documents where booking_id = any($1::bigint[])',
    [[...new Set(ids.map(Number).filter((id) => id > 0))]],
    'document_types_of_bookings',
  )
  return new Set(rows.map(typeKey))
}

/** The active rows of the library. */
export const readRequirements = ({ tx }: Pick<Work, 'tx'>): Promise<DocumentRequirement[]> =>
  tx.query<DocumentRequirement>(
    `select doc_type, incoterms, countries, load_types, payment_methods from document_requirements
     where status = 'active' and archived_at is null order by id`,
    [],
    'document_requirements_in_use',
  )

/** The document types that a booking needs in its current state. */
export const wantedTypes = (
  shipment: Shipment,
  requirements: readonly DocumentRequirement[],
): ReadonlySet<DocumentType> =>
  shipment.archived_at === null && documented.has(shipment.status)
    ? requiredTypes(requirements, shipment)
    : new Set<DocumentType>()

const documented: ReadonlySet<string> = new Set(documentedStates)

/** The fields that a document derives from its booking. */
export const derivedOf = (
  document: Doc,
  shipment: Shipment,
  wanted: ReadonlySet<DocumentType>,
  settings: Readonly<Record<string, unknown>>,
) => ({
  supplier_id: shipment.supplier_id,
  document_title: titleIn('en', document, shipment),
  document_title_zh: titleIn('zh', document, shipment),
  // While a cancellation is requested, required documents stay required.
  is_required:
    shipment.status === 'cancel_requested'
      ? document.is_required === true
      : wanted.has(document.doc_type as DocumentType),
  due_date: dueDateOf(shipment, settings),
  present_by: presentationDate(shipment, settings),
  differences: compareFacts(document, shipment as unknown as Record<string, unknown>).map(({ fact }) => fact),
})

const titleIn = (language: 'en' | 'zh', { doc_type }: Doc, { booking_no }: Shipment) =>
  `${booking_no} ${renderText(textOf(`areas.${shippingDocuments.name}.choices.doc_type.${doc_type}`), language)}`
