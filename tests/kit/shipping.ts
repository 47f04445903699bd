import type { Queryable } from '#server/db/types.ts'

/** A booking of each of these suppliers that has none, and a paper of every booking that has none. */
export const giveDocuments = async (db: Queryable, suppliers: readonly number[]): Promise<void> => {
  await db.query(
    `insert into bookings (booking_no, supplier_id, status, load_type)
     select 'BK-' || s.id, s.id, 'confirmed', 'fcl' from suppliers s
     where s.id = any($1::bigint[]) and not exists (select 1 from bookings b where b.supplier_id = s.id)`,
    [suppliers],
  )
  await db.query(
    `insert into shipping_documents (booking_id, supplier_id, doc_type, document_title, status)
     select b.id, b.supplier_id, 'packing_list', b.booking_no || ' Packing list', 'missing' from bookings b
     where b.supplier_id is not null and not exists (select 1 from shipping_documents d where d.booking_id = b.id)`,
  )
}
