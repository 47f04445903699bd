import fastifyStatic from '@fastify/static'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { jwtVerify } from 'jose'
import pg from 'pg'
import { searchTokens } from '#shared/kit/search.ts'
import type { newOrder } from './orders'

/**
 * What the portal is measured against: Fastify and `pg` with nothing between them. The token is verified as the portal
 * does it, once for each text; nobody's right, scope or session is asked for, and no history is written.
 */
const key = new TextEncoder().encode(process.env.JWT_SECRET)
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, application_name: 'bare' })
const app = fastify()
const known = new Map<string, number>()

app.addHook('onRequest', async (request, reply) => {
  if (!request.url.startsWith('/api/purchase-orders')) return
  const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
  const expires = known.get(token) ?? (await expiryOf(token))
  if (expires * 1000 < Date.now()) return reply.code(401).send()
})

const expiryOf = async (token: string) => {
  const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] })
  known.set(token, payload.exp ?? 0)
  return payload.exp ?? 0
}

const titles = `
  left join suppliers s on s.id = t.supplier_id
  left join users ac on ac.id = t.agent_contact_id
  left join users b on b.id = t.buyer_id
  left join house_brands hb on hb.id = t.house_brand_id
  left join seasons se on se.id = t.season_id
  left join product_categories pc on pc.id = t.product_category_id
  left join ports pl on pl.id = t.port_of_loading_id
  left join ports pd on pd.id = t.port_of_discharge_id
  left join locations lo on lo.id = t.ship_to_location_id
  left join payment_terms pt on pt.id = t.payment_term_id
  left join users sb on sb.id = t.submitted_by
  left join users ab on ab.id = t.acknowledged_by`
const columns = `t.id, t.version, t.status, t.po_no, t.revision_no, t.order_type, t.supplier_id, s.supplier_name as supplier,
  t.agent_contact_id, ac.full_name as agent_contact, t.buyer_id, b.full_name as buyer, t.house_brand_id,
  hb.name_en as house_brand, t.season_id, se.code as season, t.product_category_id, pc.name_en as product_category,
  t.ship_to_country, t.order_date, t.ack_due_date, t.ship_window_start, t.ship_window_end, t.ex_factory_date, t.etd, t.eta,
  t.in_dc_date, t.in_store_date, t.incoterm, t.incoterm_place, t.port_of_loading_id, pl.name_en as port_of_loading,
  t.port_of_discharge_id, pd.name_en as port_of_discharge, t.transport_mode, t.ship_to_location_id,
  lo.name_en as ship_to_location, t.currency, t.fx_rate, t.payment_term_id, pt.name_en as payment_term, t.deposit_pct,
  t.qty_tolerance_over_pct, t.qty_tolerance_under_pct, t.on_hold, t.hold_type, t.hold_reason, t.production_status,
  t.shipping_status, t.receipt_status, t.invoice_status, t.line_count, t.total_qty, t.total_value, t.total_value_base,
  t.forecast_ex_factory_date, t.slip_days, t.notes_shared, t.notes_internal, t.submitted_by,
  sb.full_name as submitted_by_name, t.issued_at, t.first_viewed_at, t.acknowledged_at, t.acknowledged_by,
  ab.full_name as acknowledged_by_name, t.closed_at, t.cancelled_at, t.cancel_reason, t.created_at, t.updated_at, t.archived_at`
const lineColumns = `l.id, l.version, l.status, l.purchase_order_id, l.line_title, l.line_no, l.article_id, a.article_no as article,
  l.colourway_id, c.code as colourway, l.supplier_style_ref, l.description_en, l.description_zh, l.product_category_id,
  pc.name_en as product_category, l.house_brand_id, hb.name_en as house_brand, l.season_id, se.code as season,
  l.size_scale_id, ss.code as size_scale, l.qty, l.unit_price, l.target_price, l.line_value, l.uom, l.pack_type,
  l.units_per_carton, l.inner_pack_qty, l.packing_method, l.ex_factory_date, l.ship_window_start, l.ship_window_end, l.etd,
  l.eta, l.promised_ex_factory_date, l.forecast_ex_factory_date, l.slip_days, l.hs_code, l.country_of_origin, l.line_status,
  l.packed_qty, l.shipped_qty, l.received_qty, l.invoiced_qty, l.balance_qty, l.short_close_reason, l.approval_round,
  l.approval_reasons, l.last_price, l.decided_by, db.full_name as decided_by_name, l.decided_at, l.approval_comment,
  l.created_at, l.updated_at, l.archived_at`

const sorts: Record<string, string> = { id: 't.id', ex_factory_date: 't.ex_factory_date' }

interface ListQuery {
  _start: string
  _end: string
  _sort: string
  _order: string
  supplier_id?: string
}

app.get('/api/purchase-orders', async (request: FastifyRequest<{ Querystring: ListQuery }>, reply) => {
  const { _start, _end, _sort, _order, supplier_id } = request.query
  const order = `${sorts[_sort] ?? 't.id'} ${_order === 'desc' ? 'desc' : 'asc'}, t.id ${_order === 'desc' ? 'desc' : 'asc'}`
  const where = `t.archived_at is null ${supplier_id ? 'and t.supplier_id = $1' : ''}`
  const filter = supplier_id ? [Number(supplier_id)] : []
  const size = Number(_end) - Number(_start)
  const shape = `${order} ${_start} ${size}${supplier_id ? ' supplier' : ''}`
  const [page, count] = await Promise.all([
    pool.query({
      name: `list ${shape}`,
      text: `select ${columns} from purchase_orders t ${titles} where ${where} order by ${order}
             limit ${size} offset ${Number(_start)}`,
      values: filter,
    }),
    pool.query({
      name: `count ${shape}`,
      text: `select count(*)::int as count from purchase_orders t where ${where}`,
      values: filter,
    }),
  ])
  return reply.header('x-total-count', page && count.rows[0].count).send(page.rows)
})

app.get('/api/purchase-orders/:id', async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
  const { id } = request.params
  const [orders, lines, sizes] = await Promise.all([
    pool.query({
      name: 'order',
      text: `select ${columns} from purchase_orders t ${titles} where t.id = $1`,
      values: [id],
    }),
    pool.query({
      name: 'lines',
      text: `select ${lineColumns} from po_lines l
        left join articles a on a.id = l.article_id left join colourways c on c.id = l.colourway_id
        left join product_categories pc on pc.id = l.product_category_id
        left join house_brands hb on hb.id = l.house_brand_id left join seasons se on se.id = l.season_id
        left join size_scales ss on ss.id = l.size_scale_id left join users db on db.id = l.decided_by
        where l.purchase_order_id = $1 order by l.id`,
      values: [id],
    }),
    pool.query({
      name: 'sizes',
      text: `select z.id, z.version, z.po_line_id, z.size_id, s.label as size, z.sku, z.gtin, z.qty, z.booked_qty,
        z.shipped_qty, z.received_qty, z.created_at, z.updated_at, z.archived_at
        from po_lines l join po_line_sizes z on z.po_line_id = l.id left join sizes s on s.id = z.size_id
        where l.purchase_order_id = $1 order by z.id`,
      values: [id],
    }),
  ])
  const [order] = orders.rows
  if (!order) return reply.code(404).send()
  return {
    ...order,
    lines: lines.rows.map((line) => ({ ...line, sizes: sizes.rows.filter((size) => size.po_line_id === line.id) })),
  }
})

const orderColumns = [
  'po_no',
  'supplier_id',
  'house_brand_id',
  'season_id',
  'ship_to_country',
  'ship_window_start',
  'ship_window_end',
  'ex_factory_date',
  'incoterm',
  'incoterm_place',
  'port_of_loading_id',
  'transport_mode',
  'ship_to_location_id',
  'currency',
  'payment_term_id',
] as const
const insertOrder = `insert into purchase_orders (${orderColumns.join(', ')}, status, order_date, line_count, total_qty, total_value, search)
  values (${orderColumns.map((_, at) => `$${at + 1}`).join(', ')}, 'draft', current_date, 1, $${orderColumns.length + 1}, $${orderColumns.length + 2},
    array_to_tsvector($${orderColumns.length + 3}::text[]))
  returning id, version, status, created_at`

type CreateRequest = FastifyRequest<{ Body: ReturnType<typeof newOrder> }>
app.post('/api/purchase-orders', (request: CreateRequest, reply) => create(request, reply, false))
app.post('/api/purchase-orders/logged', (request: CreateRequest, reply) => create(request, reply, true))

/** Order, line and sizes in one transaction; `logged` adds what the portal keeps of it: a history entry, and the answer by its key. */
const create = async (request: CreateRequest, reply: FastifyReply, logged: boolean) => {
  const body = request.body
  const client = await pool.connect()
  try {
    await client.query('begin')
    const total = body.lines.reduce((sum, { qty }) => sum + qty, 0)
    const value = body.lines.reduce((sum, { qty, unit_price }) => sum + qty * Number(unit_price), 0)
    const order = await client.query({
      name: 'insert_order',
      text: insertOrder,
      values: [
        ...orderColumns.map((column) => body[column]),
        total,
        value,
        searchTokens([{ text: body.po_no, code: true }]),
      ],
    })
    const lines = []
    for (const [at, line] of body.lines.entries()) {
      const made = await client.query({
        name: 'insert_line',
        text: `insert into po_lines (purchase_order_id, line_title, line_no, article_id, colourway_id, qty, unit_price, line_value,
                 ship_window_start, ship_window_end, ex_factory_date, line_status, status)
               values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'open', 'not_submitted') returning id`,
        values: [
          order.rows[0].id,
          `${body.po_no} / ${(at + 1) * 10}`,
          (at + 1) * 10,
          line.article_id,
          line.colourway_id,
          line.qty,
          line.unit_price,
          line.qty * Number(line.unit_price),
          body.ship_window_start,
          body.ship_window_end,
          body.ex_factory_date,
        ],
      })
      const sizes = await client.query({
        name: 'insert_sizes',
        text: `insert into po_line_sizes (po_line_id, size_id, qty) select $1, size_id, qty
               from unnest($2::bigint[], $3::int[]) as x(size_id, qty) returning id`,
        values: [made.rows[0].id, line.sizes.map(({ size_id }) => size_id), line.sizes.map(({ qty }) => qty)],
      })
      lines.push({
        ...line,
        id: made.rows[0].id,
        sizes: line.sizes.map((size, index) => ({ ...size, id: sizes.rows[index].id })),
      })
    }
    const answer = { ...body, ...order.rows[0], lines }
    if (logged) await keep(client, answer, request.headers['idempotency-key'])
    await client.query('commit')
    return reply.code(201).send(answer)
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const keep = async (client: pg.PoolClient, answer: { id: string }, key: unknown) => {
  const changes = Object.entries(answer).map(([field, value]) => ({ field, old: null, new: value }))
  await client.query({
    name: 'insert_history',
    text: `insert into history (at, actor_id, actor_name, actor_role, area, record_id, document_area, document_id, action, to_status, changes)
           values (now(), 2, 'Kim Office', 'Office', 'purchase-orders', $1, 'purchase-orders', $1, 'create', 'draft', $2)`,
    values: [answer.id, JSON.stringify(changes)],
  })
  await client.query({
    name: 'insert_key',
    text: `insert into idempotency_keys (user_id, key, route, payload_hash, status, answer) values (2, $1, 'POST', '', 201, $2)`,
    values: [`bare-${key}`, JSON.stringify(answer)],
  })
}

app.get('/api/health', async () => ({ status: 'ok' }))
if (process.env.WEB_ROOT) await app.register(fastifyStatic, { root: process.env.WEB_ROOT, preCompressed: true })
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
