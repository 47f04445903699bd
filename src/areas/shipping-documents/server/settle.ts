import { asPortal } from '#server/kit/as-portal.ts'
import { restartDailyWork } from '#server/kit/daily.ts'
import type { Change, Doc, Work } from '#server/kit/kit.ts'
import { addDays } from '#shared/base/dates.ts'
import { quoted } from '#shared/base/quoted.ts'
import { awaitedStates, type DocumentRequirement, documentedStates, settledStates } from '#shared/trade/document-set.ts'
import { shippingDocuments } from '../area'
import { notifyComplete, remindOf } from './notices'
import { derivedOf, readRequirements, readShipments, type Shipment, wantedTypes } from './shipments'

const area = shippingDocuments.name

/** A document with the fields that settling uses. */
interface SetDocument extends Doc {
  id: number
  version: number
  booking_id: number
  is_required: boolean
  due_date: string | null
  status: string
}

/**
 * Creates the documents that bookings need, removes those that are neither needed nor uploaded, and updates due date
 * and completion of the set. Bookings are locked first, so that concurrent writers do not create a document twice.
 */
export const settleSets = async (work: Work, ids: readonly unknown[]): Promise<void> => {
  const shipments = await readShipments(work, ids, { lock: true })
  if (shipments.size === 0 || work.isTrial) return
  const requirements = await readRequirements(work)
  await refreshDocuments(work, shipments, requirements)
  const documents = await readDocuments(work, shipments)
  const missing = [...shipments.values()].flatMap((shipment) => {
    const existingTypes = new Set(documents.flatMap((row) => (row.booking_id === shipment.id ? row.doc_type : [])))
    return [...wantedTypes(shipment, requirements)]
      .filter((doc_type) => !existingTypes.has(doc_type))
      .map((doc_type) => ({ booking_id: shipment.id, doc_type }))
  })
  if (missing.length > 0) {
    settling.add(work.tx)
    try {
      await work.kit.repository(area).create(asPortal(work, 'create'), missing)
    } finally {
      settling.delete(work.tx)
    }
  }
  await noteCompleteness(work, shipments)
}

/** Transactions in which new documents belong to a set that is being settled. */
const settling = new WeakSet<Work['tx']>()

/**
 * Updates the fields that documents derive from their bookings, and removes documents that are no longer needed and
 * have no files.
 */
const refreshDocuments = async (
  work: Work,
  shipments: ReadonlyMap<number, Shipment>,
  requirements: readonly DocumentRequirement[],
) => {
  const changed: Doc[] = []
  for (const row of await readDocuments(work, shipments)) {
    const shipment = shipments.get(row.booking_id) as Shipment
    const {
      supplier_id: _supplier,
      document_title: _en,
      document_title_zh: _zh,
      ...derived
    } = derivedOf(row, shipment, wantedTypes(shipment, requirements), work.context.settings)
    if (row.is_required && !derived.is_required && row.status === 'missing') {
      await work.tx.query(
        'update shipping_documents set is_required = false where id = $1',
        [row.id],
        'document_unneeded',
      )
      settling.add(work.tx)
      await work.kit.repository(area).remove(asPortal(work, 'delete'), row.id, row.version)
      settling.delete(work.tx)
    } else if (Object.entries(derived).some(([field, value]) => JSON.stringify(row[field]) !== JSON.stringify(value)))
      changed.push({ id: row.id, ...derived, reminder: row.due_date === derived.due_date ? row.reminder : null })
  }
  if (changed.length === 0) return
  // Keeps the version: the values are derived, and users who have the document open are not affected.
  await work.tx.query(
    `update shipping_documents d set is_required = x.is_required, due_date = x.due_date, present_by = x.present_by,
       differences = x.differences, reminder = x.reminder
     from jsonb_to_recordset($1::jsonb) as x(id bigint, is_required boolean, due_date date, present_by date,
       differences text[], reminder text) where d.id = x.id`,
    [JSON.stringify(changed)],
    'documents_derived',
  )
  work.touched.add(area)
}

/** Documents that are not needed count even when archived, because they would otherwise be created again. */
const isOfSet = "(archived_at is null or status = 'not_needed')"

const readDocuments = ({ tx }: Work, shipments: ReadonlyMap<number, Shipment>) =>
  tx.query<SetDocument>(
    `select id, version, booking_id, doc_type, status, is_required, due_date::text, present_by::text, reminder,
       pieces_qty, cartons_qty, gross_kg::text, net_kg::text, volume_m3::text, bl_no, goods_description, differences
     from shipping_documents where booking_id = any($1::bigint[]) and ${isOfSet} order by id`,
    [[...shipments.keys()]],
    'documents_of_shipments',
  )

/**
 * Sets the completion date of bookings when all required documents are approved, and clears it when they no longer are.
 */
export const noteCompleteness = async (work: Work, shipments: ReadonlyMap<number, Shipment>): Promise<void> => {
  const rows = await work.tx.query<{ booking_id: number; due: string | null; is_complete: boolean }>(
    `select booking_id, min(due_date)::text as due, bool_and(status in (${quoted(settledStates)})) as is_complete
     from shipping_documents where booking_id = any($1::bigint[]) and is_required and ${isOfSet}
     group by booking_id`,
    [[...shipments.keys()]],
    'documents_completeness',
  )
  const sets = new Map(rows.map((row) => [row.booking_id, row]))
  for (const shipment of shipments.values()) {
    const { due = null, is_complete = false } = sets.get(shipment.id) ?? {}
    const complete = is_complete ? (shipment.documents_complete_on ?? work.context.today) : null
    if (due === shipment.documents_due && complete === shipment.documents_complete_on) continue
    await work.kit
      .repository('bookings')
      .edit(asPortal(work), shipment.id, { documents_due: due, documents_complete_on: complete })
    if (complete && !shipment.documents_complete_on) await notifyComplete(work, shipment)
  }
}

/** Runs after documents were written: updates the sets that they belong to. */
export const followDocuments = async (work: Work, changes: readonly Change[]): Promise<void> => {
  if (settling.has(work.tx) || work.isTrial) return
  const ids = changes
    .filter(({ before, after }) => before?.status !== after.status || before?.is_required !== after.is_required)
    .map(({ after }) => after.booking_id)
  if (ids.length === 0) return
  await noteCompleteness(work, await readShipments(work, ids, { lock: true }))
}

/** Runs after bookings were written: settles those with changed facts that documents depend on. */
export const followBookings = (work: Work, changes: readonly Change[]): Promise<void> | undefined => {
  const ids = changes
    .filter(({ before, after }) => decidingFields.some((field) => differs(before, after, field)))
    .map(({ after }) => after.id)
  return ids.length === 0 || work.isTrial ? undefined : settleSets(work, ids)
}

const differs = (before: Doc | null, after: Doc, field: string) =>
  JSON.stringify(before?.[field] ?? null) !== JSON.stringify(after[field] ?? null)

const decidingFields = [
  ...['status', 'incoterm', 'ship_to_country', 'load_type', 'etd', 'atd'],
  ...['pieces_qty', 'cartons_qty', 'gross_kg', 'net_kg', 'volume_m3', 'hbl_no', 'mbl_no', 'awb_no'],
  'goods_description',
]

/** Runs after the library or the settings were written: settles every set again in the background. */
export const followTerms = (work: Work): Promise<void> | undefined =>
  work.isTrial || work.me.id === 0 ? undefined : restartDailyWork(work, area)

/** Days of lateness after which reminders stop. */
const maxDaysLate = 30

/**
 * One portion of the daily work: unsettled sets, including those of old bookings, and documents that are due or late.
 */
export const settleDocumentsOfDay = async (jobWork: Work, after: number): Promise<number | null> => {
  // Reads the current settings, because the job may run within the write that changes them.
  const context = { ...jobWork.context, settings: await jobWork.kit.settings(jobWork.tx, true) }
  const work = { ...jobWork, context }
  const rows = await work.tx.query<{ id: number }>(
    `select id from bookings where id > $1 and archived_at is null
       and (status in (${quoted(documentedStates)}) and (status <> 'closed' or documents_complete_on is null))
     order by id limit ${portion}`,
    [after],
    'documents_of_day',
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) {
    await settleSets(work, ids)
    await remind(work, ids)
    work.touched.add(area).add('bookings')
  }
  return ids.length < portion ? null : (ids.at(-1) ?? null)
}

const portion = 20

/** Reminds the supplier once on the day before a document is due, and once when it is late. */
const remind = async (work: Work, bookings: readonly number[]) => {
  const { today } = work.context
  const rows = await work.tx.query<Doc & { id: number; due_date: string }>(
    `select id, document_title, document_title_zh, supplier_id, status, due_date::text, reminder
     from shipping_documents
     where booking_id = any($1::bigint[]) and is_required and archived_at is null
       and status in (${quoted(awaitedStates)}) and due_date <= $2::date
       and reminder is distinct from (case when due_date < $3::date then 'late' else 'due_soon' end)
     order by id for no key update`,
    [bookings, addDays(today, 1), today],
    'documents_to_remind_of',
  )
  for (const row of rows) {
    const reminder = row.due_date < today ? 'late' : 'due_soon'
    await work.tx.query(
      'update shipping_documents set reminder = $2 where id = $1',
      [row.id, reminder],
      'document_reminded',
    )
    if (row.due_date >= addDays(today, -maxDaysLate)) await remindOf(work, row, reminder)
  }
}
