import type { Queryable } from '#server/db/types.ts'

/** A booking of each of these suppliers that has none, rows of every booking and container that has none, and a paper. */
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
  await db.query(
    `insert into booking_lines (booking_id, po_line_id, purchase_order_id, line_title, qty)
     select b.id, l.id, l.purchase_order_id, l.line_title, 5 from bookings b cross join lateral (
       select l.* from po_lines l join purchase_orders o on o.id = l.purchase_order_id
       where o.supplier_id = b.supplier_id order by l.id limit 1) l
     where not exists (select 1 from booking_lines x where x.booking_id = b.id)`,
  )
  await db.query(
    `insert into booking_line_sizes (booking_line_id, size_id, qty)
     select l.id, (select min(id) from sizes), 5 from booking_lines l
     where not exists (select 1 from booking_line_sizes x where x.booking_line_id = l.id)`,
  )
  await db.query(
    `insert into booking_cartons (booking_id, first_no, last_no, po_line_id, units_per_carton)
     select l.booking_id, 1, 1, l.po_line_id, 5 from booking_lines l
     where not exists (select 1 from booking_cartons x where x.booking_id = l.booking_id)`,
  )
  await db.query(
    `insert into booking_containers (booking_id, container_no, type)
     select b.id, 'HLXU2008419', '20GP' from bookings b
     where not exists (select 1 from booking_containers x where x.booking_id = b.id)`,
  )
  await db.query(
    `insert into container_lines (container_id, supplier_id, line_title, expected_qty)
     select c.id, $1, 'Goods', 5 from containers c
     where not exists (select 1 from container_lines x where x.container_id = c.id)`,
    [suppliers[0]],
  )
  await db.query(
    `insert into container_line_sizes (container_line_id, size_id, expected_qty)
     select l.id, (select min(id) from sizes), 5 from container_lines l
     where not exists (select 1 from container_line_sizes x where x.container_line_id = l.id)`,
  )
  await db.query(
    `insert into invoices (invoice_no, number_key, type, supplier_id, invoice_date, currency, net, total, balance, status)
     select 'INV-' || s.id, 'INV' || s.id, 'credit_note', s.id, current_date, 'GBP', 4, 4, 4, 'draft' from suppliers s
     where s.id = any($1::bigint[]) and not exists (select 1 from invoices i where i.supplier_id = s.id)`,
    [suppliers],
  )
  await db.query(
    `insert into invoice_lines (invoice_id, description, qty, unit_price, line_amount)
     select i.id, 'Goods', 1, 5, 5 from invoices i
     where not exists (select 1 from invoice_lines x where x.invoice_id = i.id)`,
  )
  await db.query(
    `insert into invoice_charges (invoice_id, kind, charge_amount)
     select i.id, 'discount', 1 from invoices i
     where not exists (select 1 from invoice_charges x where x.invoice_id = i.id)`,
  )
  await db.query(
    `insert into invoice_payments (invoice_id, paid_on, paid_amount, source)
     select i.id, current_date, 1, 'recorded' from invoices i
     where not exists (select 1 from invoice_payments x where x.invoice_id = i.id)`,
  )
}
