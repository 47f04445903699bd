import type { Queryable } from '#server/db/types.ts'
import type { Doc, Work } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import type { DemoOrder } from '#server/seeds/demo/orders.ts'
import { create } from './create'
import { type People, type Person, readPeople } from './people'

/** Creates the orders like an import, then gives them their past: who created them and when, and what happened since. */
export const loadOrders = async (work: Work, orders: readonly DemoOrder[]) => {
  const { tx } = work
  const docs = await create(
    work,
    'purchase-orders',
    orders.map(({ record }) => record),
  )
  const people = await readPeople(tx)
  const pasts = orders.map(({ events, created_by }, index) => {
    const doc = docs[index] as Doc
    return {
      id: Number(doc.id),
      created_by: people.get(created_by)?.id,
      created_at: events[0]?.at,
      updated_at: events.at(-1)?.at,
      updated_by: people.get(events.at(-1)?.by ?? '')?.id ?? null,
      entries: events.map((event) => historyEntry(doc, event, people.get(event.by ?? ''))),
    }
  })
  for (const field of ['season_id', 'house_brand_id', 'product_category_id'] as const) {
    const ids = orders.flatMap(({ bare }, index) => {
      const [line] = (docs[index]?.lines ?? []) as Doc[]
      return bare === field && line ? [line.id] : []
    })
    const warning = { season_id: 'season', house_brand_id: 'brand', product_category_id: 'category' }[field]
    await tx.query(`update po_lines set ${field} = null, ${warning}_warning = 'missing' where id = any($1::bigint[])`, [
      ids,
    ])
  }
  await tx.query(
    `with past as (
       select * from jsonb_to_recordset($1::jsonb)
         as p(id bigint, created_by bigint, created_at timestamptz, updated_at timestamptz, updated_by bigint)),
     orders as (
       update purchase_orders t set created_at = p.created_at, created_by = p.created_by,
         updated_at = p.updated_at, updated_by = p.updated_by
       from past p where t.id = p.id),
     lines as (
       update po_lines t set created_at = p.created_at, created_by = p.created_by,
         updated_at = p.updated_at, updated_by = p.updated_by
       from past p where t.purchase_order_id = p.id)
     update po_line_sizes t set created_at = p.created_at, created_by = p.created_by,
       updated_at = p.created_at, updated_by = p.created_by
     from past p join po_lines l on l.purchase_order_id = p.id where t.po_line_id = l.id`,
    [JSON.stringify(pasts.map(({ entries, ...past }) => past))],
  )
  await tx.query(`delete from history where document_area = 'purchase-orders' and document_id = any($1::bigint[])`, [
    pasts.map(({ id }) => id),
  ])
  await tx.query(
    `insert into history (at, actor_id, actor_name, actor_role, area, record_id, document_area, document_id, action,
       from_status, to_status, comment, changes)
     select h.at, h.actor_id, h.actor_name, h.actor_role, h.area, h.record_id, 'purchase-orders', h.id, h.action,
       h.from_status, h.to_status, h.comment, h.changes
     from jsonb_to_recordset($1::jsonb) as h(at timestamptz, actor_id bigint, actor_name text, actor_role text, id bigint,
       area text, record_id bigint, action text, from_status text, to_status text, comment text, changes jsonb)
     order by h.at`,
    [JSON.stringify(pasts.flatMap(({ entries }) => entries))],
  )
  await loadChanges(tx, orders, docs, people)
}

/** Inserts the suppliers' change requests, and marks their orders as waiting for the buyer's answer. */
const loadChanges = async (tx: Queryable, orders: readonly DemoOrder[], docs: readonly Doc[], people: People) => {
  const wishes = orders.flatMap(({ events }, index) =>
    events.flatMap(({ at, by, change, comment }) =>
      change ? [{ ...change, at, comment, order: docs[index]?.id, by: people.get(by ?? '')?.id }] : [],
    ),
  )
  await tx.query(
    `with wish as (
       select * from jsonb_to_recordset($1::jsonb)
         as w("order" bigint, at timestamptz, by bigint, days int, reason_code text, comment text)),
     waiting as (
       update purchase_orders o set change_awaits = 'buyer' from wish w where o.id = w."order"),
     change as (
       insert into po_changes (purchase_order_id, change_title, seq, initiated_by, outcome, reason_code, comment,
         proposed_by, proposed_at, sent_at, created_at, created_by, updated_at, updated_by)
       select o.id, o.po_no || ' / 1', 1, 'supplier', 'proposed', w.reason_code, w.comment, w.by, w.at, w.at, w.at, w.by, w.at, w.by
       from wish w join purchase_orders o on o.id = w."order" returning id, purchase_order_id)
     insert into po_change_items (po_change_id, po_line_id, field, old_value, new_value)
     select c.id, l.id, 'ex_factory_date', l.ex_factory_date::text, (l.ex_factory_date + w.days)::text
     from change c join wish w on w."order" = c.purchase_order_id join po_lines l on l.purchase_order_id = c.purchase_order_id
     where l.line_status = 'open'`,
    [JSON.stringify(wishes)],
  )
}

const historyEntry = (doc: Doc, event: DemoOrder['events'][number], person: Person | undefined) => ({
  id: doc.id,
  ...(event.line === undefined
    ? { area: 'purchase-orders', record_id: doc.id }
    : { area: 'po-lines', record_id: (doc.lines as Doc[])[event.line]?.id }),
  at: event.at,
  actor_id: person?.id ?? null,
  actor_name: person?.full_name ?? system.name,
  actor_role: person?.type ?? system.role,
  action: event.action,
  from_status: event.from_status,
  to_status: event.to_status,
  comment: event.comment ?? null,
  changes: [
    ...(event.action === 'create' ? firstValues(doc) : []),
    ...(event.forecasts ?? []).map(({ line, old, new: forecast }) => {
      const { id, line_title } = (doc.lines as Doc[])[line] ?? {}
      return { area: 'po-lines', id, label: line_title, field: 'forecast_ex_factory_date', old, new: forecast }
    }),
  ],
})

/** The values that the buyer entered on creation, as history entries; later events record the other values. */
const firstValues = (doc: Doc) => [
  ...headerFields.flatMap((field) => (doc[field] === null ? [] : [{ field, old: null, new: doc[field] }])),
  ...(doc.lines as Doc[]).flatMap((line) =>
    lineFields.map((field) => ({
      area: 'po-lines',
      id: line.id,
      label: line.line_title,
      field,
      old: null,
      new: line[field],
    })),
  ),
]

const headerFields = [
  'po_no',
  'order_type',
  'supplier_id',
  'buyer_id',
  'season_id',
  'ship_to_country',
  'order_date',
  'ex_factory_date',
  'incoterm',
  'incoterm_place',
  'transport_mode',
  'ship_to_location_id',
  'currency',
  'payment_term_id',
]

const lineFields = ['article_id', 'colourway_id', 'qty', 'unit_price', 'ex_factory_date']
