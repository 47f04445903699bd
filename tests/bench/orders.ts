import type { FastifyInstance } from 'fastify'
import { areas } from '#areas/index.ts'
import type { Db } from '#server/db/types.ts'
import { settleDay } from '#server/jobs/daily.ts'
import { system } from '#server/kit/principal.ts'
import { seedLibraries } from '#server/seeds/libraries.ts'
import { type Area, columnsOf, tableOf } from '#shared/kit/area.ts'

/** Lines of every order, and sizes of every line. */
export const linesEach = 3
export const sizesEach = 4
export const supplierCount = 24
export const styleCount = 400
/** Suppliers have the numbers from here on. */
export const firstSupplier = 60

/** What differs from order to order, by area and column, where it is not as `differences` has it. */
export type Spread = Record<string, Record<string, string>>

/**
 * Fills an empty, migrated database with libraries and `count` purchase orders in every status. One order goes through
 * the repository; the others are its copies, set by set, with what differs from order to order computed in SQL.
 */
export const fillOrders = async (app: FastifyInstance, db: Db, count: number, log = (_text: string) => {}) => {
  await fillLibraries(app, db)
  await copyOrders(db, count, {}, log)
  await db.query('analyze')
  await settleDay(app.kit)
  await advanceIds(db)
}

/**
 * The same orders with `openLineCount` open lines among closed ones, for the readiness of lines. The daily work of a new
 * portal would settle every line of every order first, which takes hours and changes no figure that is measured.
 */
export const fillReadiness = async (app: FastifyInstance, db: Db, count: number, log = (_text: string) => {}) => {
  await fillLibraries(app, db)
  await copyOrders(db, count, {}, log)
  await db.query(
    `update po_lines set line_status = 'closed'
     where id not in (select id from po_lines order by id desc limit ${openLineCount})`,
  )
  await db.query(
    `update po_lines set office_turn = '{factory,care}', supplier_turn = '{fibre}' where line_status = 'open'`,
  )
  await db.query('analyze')
  await advanceIds(db)
}
export const openLineCount = 10_000

/** The libraries, and the order that all others are copies of. */
export const fillLibraries = async (
  app: FastifyInstance,
  db: Db,
  { suppliers = supplierCount, styles = styleCount } = {},
) => {
  await makeLibraries(app, db, suppliers, styles)
  await app.kit.write(system, 'import', seedLibraries)
  const [template] = await make(app, 'purchase-orders', [templateOrder])
  if (!template) throw new Error('the first order was not made')
}

/** Copies the first order, its line and its size `count` times. */
export const copyOrders = async (
  db: Db,
  count: number,
  spread: Spread,
  log: (text: string) => void,
  sizes = sizesEach,
) => {
  const chunk = 10_000
  for (let from = 1; from <= count; from += chunk) {
    const to = Math.min(from + chunk - 1, count)
    for (const statement of statements(spread, sizes)) await db.query(statement, [from, to])
    log(`${to} orders`)
  }
}

/** New records get ids beyond those that were filled in. */
export const advanceIds = async (db: Db) => {
  const tables = await db.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'id' and is_identity = 'YES'`,
  )
  for (const { name } of tables)
    await db.query(`select setval(pg_get_serial_sequence('${name}', 'id'), (select max(id) from ${name}))`)
}

/** An order with one line and its sizes, as a browser would send it. */
export const newOrder = (po_no: string) => ({
  po_no,
  supplier_id: firstSupplier + 3,
  house_brand_id: 1,
  season_id: 1,
  ship_to_country: 'GB',
  ship_window_start: '2027-03-01',
  ship_window_end: '2027-03-20',
  ex_factory_date: '2027-03-05',
  incoterm: 'FOB',
  incoterm_place: 'Shanghai',
  port_of_loading_id: 1,
  transport_mode: 'sea',
  ship_to_location_id: 1,
  currency: 'USD',
  payment_term_id: 1,
  lines: [
    {
      article_id: 7,
      colourway_id: 13,
      qty: 400,
      unit_price: '5.25',
      sizes: [1, 2, 3, 4].map((size_id) => ({ size_id, qty: 100 })),
    },
  ],
})

const make = (app: FastifyInstance, area: string, inputs: Record<string, unknown>[]) =>
  app.kit.write(system, 'create', (work) => app.kit.repository(area).create(work, inputs))

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))

const makeLibraries = async (app: FastifyInstance, db: Db, suppliers: number, styles: number) => {
  if ((await db.query('select 1 from settings')).length === 0)
    await make(app, 'settings', [{ company_name: 'Northgate Retail' }])
  await make(app, 'ports', [
    { id: 1, code: 'CNSHA', name_en: 'Shanghai', name_zh: '上海', country: 'CN', functions: ['port'] },
  ])
  await make(app, 'payment-terms', [
    {
      id: 1,
      code: 'TT_30_70',
      name_en: '30 % deposit',
      method: 'TT',
      deposit_pct: '30',
      base_date: 'bl_date',
      days: 0,
    },
  ])
  await make(
    app,
    'suppliers',
    times(suppliers, (at) => ({
      id: firstSupplier + at,
      code: `S${100 + at}`,
      supplier_name: `${['Golden Loom', 'Pearl River', 'Blue Thread', 'Silk Road'][at % 4]} Garment ${at + 1}`,
      company_legal_name_zh: `金织制衣${at + 1}厂`,
      country: ['CN', 'BD', 'VN', 'TR'][at % 4],
      default_currency: 'USD',
      standing: 'approved',
      status: 'active',
    })),
  )
  await make(app, 'size-scales', [
    {
      id: 1,
      code: 'ALPHA',
      name_en: 'Alpha',
      sizes: ['XS', 'S', 'M', 'L'].map((label, at) => ({ label, sort_order: at + 1 })),
    },
  ])
  await make(app, 'product-categories', [{ id: 1, code: 'TOPS', name_en: 'Tops' }])
  await make(
    app,
    'product-categories',
    times(12, (at) => ({ id: at + 2, code: `CLASS${at}`, name_en: `Class ${at}`, parent_id: 1 })),
  )
  await make(
    app,
    'seasons',
    times(8, (at) => ({
      id: at + 1,
      code: `${at % 2 ? 'AW' : 'SS'}${27 - Math.floor(at / 2)}`,
      name_en: `Season ${at + 1}`,
      season_type: at % 2 ? 'autumn_winter' : 'spring_summer',
      year: 2027 - Math.floor(at / 2),
      purchase_from: '2026-01-01',
      purchase_to: '2027-12-31',
      delivery_from: '2026-01-01',
      delivery_to: '2027-12-31',
      sales_from: '2026-02-01',
      sales_to: '2027-12-31',
      status: 'open',
    })),
  )
  await make(
    app,
    'house-brands',
    times(10, (at) => ({ id: at + 1, code: `BR${at}`, name_en: `Northway ${at}`, status: 'active' })),
  )
  await make(app, 'locations', [
    { id: 1, code: 'DC1', name_en: 'Daventry', type: 'distribution_centre', country: 'GB' },
  ])
  for (let from = 0; from < styles; from += styleCount)
    await make(
      app,
      'articles',
      times(Math.min(styleCount, styles - from), (index) => articleAt(from + index)),
    )
  for (const [email, type, supplier_id] of accounts)
    await db.query(
      `insert into users (email, first_name, last_name, full_name, type, supplier_id, status)
       values ($1, 'Kim', $2, $3, $2, $4, 'active')`,
      [email, type, `Kim ${type}`, supplier_id],
    )
}

/** All numbers are of the same length, so that none begins with another. */
export const articleNo = (at: number) => `TEE-${10_000 + at}`

const articleAt = (at: number) => ({
  id: at + 1,
  article_no: articleNo(at),
  name_en: `Jersey tee ${at}`,
  name_zh: `针织上衣${at}`,
  house_brand_id: (at % 10) + 1,
  season_id: (at % 8) + 1,
  product_category_id: (at % 12) + 2,
  size_scale_id: 1,
  status: 'active',
  colourways: ['BLK', 'WHT'].map((code) => ({ code, name_en: code, active: true })),
})

/** What the columns of a line's article are in an order book of so many styles. */
export const articleOfLine = (styles: number) => ({
  article_id: `(n.at * 3 + j.at) % ${styles} + 1`,
  colourway_id: `((n.at * 3 + j.at) % ${styles}) * 2 + 1`,
})

/** E-mail, type and supplier of the accounts that ask; their password is the caller's to set. */
export const accounts = [
  ['admin@bench.test', 'admin', null],
  ['office@bench.test', 'Office', null],
  ['agent@bench.test', 'Agent', firstSupplier],
] as const

const templateOrder = {
  ...newOrder('PO-TEMPLATE'),
  status: 'confirmed',
  order_date: '2026-09-01',
  issued_at: '2026-09-02T08:00:00Z',
  acknowledged_at: '2026-09-03T08:00:00Z',
  ack_due_date: '2026-09-07',
  buyer_id: 2,
  acknowledged_by: 3,
  product_category_id: 2,
  lines: newOrder('').lines.map((line) => ({ ...line, status: 'approved', sizes: line.sizes })),
}

export const placeOf = {
  order: 'n.at + 1000',
  line: '(n.at + 1000) * 10 + j.at',
  size: '((n.at + 1000) * 10 + j.at) * 10 + k.at',
}
const qty = '(100 + ((n.at * 31 + j.at * 17) % 40) * 20)'
const totalQty = `(select sum${qty} from generate_series(1, ${linesEach}) as j(at))`
const number = `lpad(n.at::text, 7, '0')`
const isOut = `n.at % 20 not in (0, 1, 2)`

/** What differs from the first order, by area and column. */
const differences: Record<string, Record<string, string>> = {
  'purchase-orders': {
    id: placeOf.order,
    po_no: `'PO-' || ${number}`,
    supplier_id: `${firstSupplier} + (n.at * 7919) % ${supplierCount}`,
    status: `(array['draft', 'pending_approval', 'approved', 'issued', 'issued', 'confirmed', 'confirmed', 'confirmed',
      'confirmed', 'confirmed', 'confirmed', 'closed', 'completed', 'completed', 'completed', 'completed', 'completed',
      'completed', 'declined', 'cancelled'])[n.at % 20 + 1]`,
    house_brand_id: 'n.at % 10 + 1',
    season_id: 'n.at % 8 + 1',
    product_category_id: 'n.at % 12 + 2',
    ship_to_country: `(array['GB', 'DE', 'FR', 'US', 'AU'])[n.at % 5 + 1]`,
    currency: `(array['USD', 'USD', 'EUR', 'GBP', 'CNY'])[n.at % 5 + 1]`,
    order_date: `date '2024-01-01' + ((n.at * 13) % 1000)::int`,
    ex_factory_date: `date '2024-05-01' + ((n.at * 17) % 1000)::int`,
    forecast_ex_factory_date: `date '2024-05-01' + ((n.at * 17) % 1000 + (n.at % 9) - 2)::int`,
    slip_days: '(n.at % 9) - 2',
    issued_at: `case when ${isOut} then timestamptz '2024-01-02 08:00Z' + ((n.at * 13) % 1000) * interval '1 day' end`,
    ack_due_date: `case when ${isOut} then date '2024-01-07' + ((n.at * 13) % 1000)::int end`,
    line_count: String(linesEach),
    total_qty: totalQty,
    total_value: `${totalQty} * 5.25`,
    created_at: `timestamptz '2024-01-01 08:00Z' + n.at * interval '10 minutes'`,
    updated_at: `timestamptz '2024-01-01 08:00Z' + n.at * interval '11 minutes'`,
    // As `searchTokens` has it for a code: its words, the whole, and each of its ends.
    search: `array_to_tsvector(array['po', ${number}] || array(select substr('po' || ${number}, s) from generate_series(1, 7) s))`,
  },
  'po-lines': {
    id: placeOf.line,
    purchase_order_id: placeOf.order,
    line_title: `'PO-' || ${number} || ' / ' || j.at * 10`,
    line_no: 'j.at * 10',
    ...articleOfLine(styleCount),
    qty,
    line_value: `${qty} * 5.25`,
    status: `case when ${isOut} then 'approved' when n.at % 20 = 1 then 'pending' else 'not_submitted' end`,
    ex_factory_date: `date '2024-05-01' + ((n.at * 17) % 1000)::int`,
    updated_at: `timestamptz '2024-01-01 08:00Z' + n.at * interval '11 minutes'`,
  },
  'po-line-sizes': {
    id: placeOf.size,
    po_line_id: placeOf.line,
    size_id: 'k.at',
    qty: `${qty} / ${sizesEach}`,
    updated_at: `timestamptz '2024-01-01 08:00Z' + n.at * interval '11 minutes'`,
  },
}

/** Orders `$1` to `$2`, their lines, sizes and the history of their making. */
const statements = (spread: Spread, sizesOfLine: number) => {
  const series = (...names: [string, string][]) =>
    names.map(([name, range]) => `generate_series(${range}) as ${name}(at)`).join(' cross join ')
  const orders: [string, string] = ['n', '$1::bigint, $2::bigint']
  const lines: [string, string] = ['j', `1, ${linesEach}`]
  const sizes: [string, string] = ['k', `1, ${sizesOfLine}`]
  return [
    copies(spread, 'purchase-orders', series(orders)),
    copies(spread, 'po-lines', series(orders, lines)),
    copies(spread, 'po-line-sizes', series(orders, lines, sizes)),
    `insert into history (at, actor_id, actor_name, actor_role, area, record_id, document_area, document_id, action, to_status, changes)
     select t.at, t.actor_id, t.actor_name, t.actor_role, t.area, ${placeOf.order}, t.document_area, ${placeOf.order}, t.action,
       t.to_status, (select jsonb_agg(c) from (select c from jsonb_array_elements(t.changes) as c limit 12) as few)
     from ${series(orders)} cross join (select * from history where document_area = 'purchase-orders' order by id limit 1) as t`,
  ]
}

const copies = (spread: Spread, name: string, from: string) => {
  const area = areas.find((area) => area.name === name) as Area
  const table = tableOf(area)
  const columns = [
    'id',
    ...columnsOf(area).map(([column]) => column),
    ...(area.lifecycle ? ['status'] : []),
    'created_at',
    'created_by',
    'updated_at',
    'updated_by',
    'search',
  ]
  const values = columns.map((column) => spread[name]?.[column] ?? differences[name]?.[column] ?? `t.${column}`)
  return `insert into ${table} (${columns.join(', ')}) select ${values.join(', ')}
    from ${from} cross join (select * from ${table} order by id limit 1) as t`
}
