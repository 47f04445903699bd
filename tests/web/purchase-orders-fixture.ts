import { linesPromisedLater, type Order } from '#areas/purchase-orders/rules.ts'
import { addDays, today } from '#shared/base/dates.ts'
import type { Answer, Seen } from './kit-screen'

/** An order as the API answers it; `changes` go over it. */
export const order = (changes: Record<string, unknown> = {}) => {
  const made = { ...usual(), ...changes }
  return { ...made, later_lines: linesPromisedLater(made as unknown as Order).length }
}

const usual = () => ({
  id: 12,
  version: 4,
  status: 'confirmed',
  po_no: '4501',
  revision_no: 2,
  order_type: 'bulk',
  supplier_id: 60,
  supplier: { id: 60, title: 'Golden Loom Garment' },
  house_brand_id: 1,
  house_brand: { id: 1, title: 'Alderwick', title_zh: '奥德薇' },
  season_id: 4,
  season: { id: 4, title: 'SS27' },
  currency: 'USD',
  total_qty: 300,
  total_value: '1575.00',
  order_date: '2026-01-12',
  ack_due_date: addDays(today(), -3),
  acknowledged_at: '2026-01-16T09:00:00Z',
  ex_factory_date: '2027-03-05',
  forecast_ex_factory_date: '2027-03-12',
  slip_days: 7,
  on_hold: false,
  hold_type: null,
  hold_reason_shared: null,
  archived_at: null,
  notes_shared: 'One carton per size.',
  notes_internal: 'Thin margin.',
  created_at: '2026-01-12T08:00:00Z',
  updated_at: '2026-01-12T08:00:00Z',
  moves: [],
  editable: [],
  lines: [line()],
})

export const line = (changes: Record<string, unknown> = {}) => ({
  id: 120,
  version: 2,
  status: 'approved',
  line_title: '4501 / 10',
  line_no: 10,
  line_status: 'open',
  article_id: 7,
  article: { id: 7, title: 'ALW1012' },
  colourway_id: 70,
  colourway: { id: 70, title: 'Navy' },
  description_en: 'Silk shirt',
  description_zh: '真丝衬衫',
  size_scale_id: 3,
  size_scale: { id: 3, title: 'Alpha' },
  qty: 300,
  unit_price: '5.2500',
  target_price: '5.0000',
  last_price: null,
  currency: 'USD',
  line_value: '1575.00',
  ex_factory_date: '2027-03-05',
  forecast_ex_factory_date: '2027-03-12',
  slip_days: 7,
  packed_qty: 0,
  approval_reasons: [],
  archived_at: null,
  sizes: [
    { id: 1, version: 1, size_id: 32, size: { id: 32, title: 'M' }, qty: 200 },
    { id: 2, version: 1, size_id: 31, size: { id: 31, title: 'S' }, qty: 100 },
  ],
  ...changes,
})

const sizes = [
  { id: 31, size_scale_id: 3, label: 'S', sort_order: 10, ratio_default: 1 },
  { id: 32, size_scale_id: 3, label: 'M', sort_order: 20, ratio_default: 2 },
]
export const article = { id: 7, article_no: 'ALW1012', name_en: 'Silk shirt', name_zh: null, size_scale_id: 3 }

/** An API that has this order and what it refers to; `answer` goes first. */
export const withOrder =
  (record: ReturnType<typeof order>, answer: (seen: Seen) => Answer | undefined = () => undefined) =>
  (seen: Seen): Answer | undefined => {
    const given = answer(seen)
    if (given || seen.method !== 'GET') return given
    if (seen.path === `purchase-orders/${record.id}`) return { body: record }
    if (seen.path === 'purchase-orders') return { body: [record], headers: { 'x-total-count': '1' } }
    if (seen.path === 'purchase-orders/totals')
      return seen.params.has('by')
        ? { body: { values: [{ value: record.status, count: 31 }] } }
        : { body: { count: 1, sums: [] } }
    if (seen.path === 'po-lines/readiness') return { body: { kinds: [], rows: [], total: 0 } }
    if (seen.path === 'sizes') return { body: sizes }
    if (seen.path === 'articles/7') return { body: article }
    if (seen.path === 'articles') return { body: [article], headers: { 'x-total-count': '1' } }
    return undefined
  }
