import type { Kit, PaperOf } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import { subjectOf } from '#shared/kit/roles.ts'
import { applyItems, compareRevisions } from '#shared/trade/order-changes.ts'
import { orderPaper, type PaperOrder } from '#shared/trade/order-paper.ts'
import { lineValue } from '#shared/trade/order-value.ts'
import { purchaseOrders } from '../area'
import { asOrder, type Order } from '../rules'

/** The printed order, current or as of a revision; the file name is `<po_no>-rev<n>` followed by the languages. */
export const paperOf: PaperOf = async (kit, me, record, { tongues, revision }) => {
  const order = structuredClone(asOrder(record))
  if (revision !== undefined) restoreRevision(order, revision)
  const [ranks, supplier, settings] = await Promise.all([
    ranksOf(kit, order),
    supplierLines(kit, me, order),
    kit.settings(),
  ])
  const paper = orderPaper(order as unknown as PaperOrder, {
    areas: { order: purchaseOrders, line: kit.register.get('po-lines') },
    tongues,
    mayRead: (area, field) => kit.mayRead(subjectOf(me), area, field),
    ranks,
    supplier,
    company: String(settings.company_name ?? ''),
  })
  return { name: `${order.po_no.replace(/[^A-Za-z0-9_-]+/g, '-')}-rev${order.revision_no ?? 0}`, paper }
}

/** Restores an earlier revision of an order from the old values of its changes. */
const restoreRevision = (order: Order, revision: number) => {
  const current = order.revision_no ?? 0
  if (revision >= current) return
  applyItems(order, compareRevisions(order.changes ?? [], current, revision))
  order.revision_no = revision
  for (const line of order.lines) {
    // Sizes that a later revision added have no units now.
    line.sizes = line.sizes.filter(({ qty }) => qty > 0)
    if (line.unit_price) line.line_value = lineValue(line, order.currency)
  }
}

const ranksOf = async ({ db }: Kit, { lines }: Order) => {
  const ids = new Set(lines.flatMap(({ sizes }) => sizes.map(({ size_id }) => size_id)))
  const rows = await db.query<{ id: number; sort_order: number }>(
    'select id, sort_order from sizes where id = any($1::bigint[])',
    [[...ids]],
    'purchase_order_size_ranks',
  )
  return new Map(rows.map(({ id, sort_order }) => [id, sort_order]))
}

/** The supplier's legal names, address and contact, as far as the reader may see them. */
const supplierLines = async (kit: Kit, me: Principal, { supplier_id }: Order): Promise<string[]> => {
  const [supplier] = await kit.repository('suppliers').find(kit.db, me, [supplier_id])
  if (!supplier) return []
  const textIn = (name: string) => (typeof supplier[name] === 'string' ? supplier[name].trim() : '')
  const lines = [
    ...['company_legal_name_en', 'company_legal_name_zh']
      .map(textIn)
      .filter((name) => name !== textIn('supplier_name')),
    textIn('address')
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .join(', '),
    [textIn('contact_name'), textIn('contact_phone')].filter(Boolean).join(', '),
  ]
  return lines.filter(Boolean)
}
