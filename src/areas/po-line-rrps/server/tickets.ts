import type { FastifyInstance } from 'fastify'
import { query } from '#server/kit/api/description.ts'
import { route } from '#server/kit/api/route.ts'
import type { Kit } from '#server/kit/kit.ts'
import { type Principal, readScopeOf } from '#server/kit/principal.ts'
import { formatOf, formats, tableFile } from '#server/kit/read/export.ts'
import type { Listing } from '#server/kit/read/listing.ts'
import { createLists } from '#server/kit/read/lists.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { run } from '#server/kit/read/sql.ts'
import { today } from '#shared/base/dates.ts'
import { currencyDigits, round } from '#shared/base/money.ts'
import type { Cell } from '#shared/delimited/write.ts'
import { poLineRrps } from '../area'

/** The columns of the ticket file; headings are the same in every language, because label programs read them. */
const columns = [
  { heading: 'sku', kind: 'text' },
  { heading: 'gtin', kind: 'text' },
  { heading: 'article_no', kind: 'text' },
  { heading: 'description', kind: 'text' },
  { heading: 'colour_code', kind: 'text' },
  { heading: 'colour', kind: 'text' },
  { heading: 'size', kind: 'text' },
  { heading: 'market', kind: 'text' },
  { heading: 'currency', kind: 'text' },
  { heading: 'rrp', kind: 'decimal' },
  { heading: 'tax_included', kind: 'flag' },
  { heading: 'valid_from', kind: 'date' },
  { heading: 'qty', kind: 'integer' },
  { heading: 'po_no', kind: 'text' },
  { heading: 'line_no', kind: 'integer' },
] as const

/** `GET /api/po-line-rrps/tickets`: one row per size of the released prices that match the filters of the list. */
export const ticketRoutes = (app: FastifyInstance, kit: Kit) => {
  const lists = createLists(kit, false)

  route(
    app,
    {
      method: 'GET',
      url: `/api/${poLineRrps.name}/tickets`,
      tags: ['Retail prices'],
      summary: 'Ticket file of the released prices: a row for each size',
      mayCall: ({ role }) => kit.can(role, poLineRrps.name, 'read'),
      parameters: [query('format', { enum: Object.keys(formats), default: 'csv' })],
      responses: { 200: { description: 'The file. Filters of the list narrow it.', content: fileContent } },
      refusals: [400, 401, 403],
    },
    ({ me, url }, _input, reply) => {
      const params = new URLSearchParams(url.split('?').slice(1).join('?'))
      const format = formatOf(params.get('format'))
      for (const name of ['format', '_sort', '_order', '_start', '_end']) params.delete(name)
      const listing = lists.listing(poLineRrps, me, params.toString())
      const stream = tableFile(format, 'tickets', columns, pagesOf(kit, me, listing))
      reply.raw.once('close', () => stream.destroy())
      return reply
        .type(formats[format].type)
        .header('content-disposition', `attachment; filename="tickets-${today()}.${format}"`)
        .header('cache-control', 'no-store')
        .send(stream)
    },
  )
}

const fileContent = Object.fromEntries(
  Object.values(formats).map(({ type }) => [type, { schema: { type: 'string', format: 'binary' } }]),
)

async function* pagesOf(kit: Kit, me: Principal, { shape, values }: Listing): AsyncGenerator<Cell[][]> {
  const slots = { ...values, ...callerValues(me), size: pageSize }
  for (let after = 0; ; ) {
    const keys = await run<{ id: number }>(kit.db, kit.selects.keys(poLineRrps, readScopeOf(me), shape), {
      ...slots,
      after,
    })
    const ids = keys.map(({ id }) => id)
    const rows = await kit.db.query<Ticket>(ticketsOf, [ids], 'rrp_tickets')
    if (rows.length > 0) yield rows.map(cellsOf)
    if (ids.length < pageSize) return
    after = ids.at(-1) ?? after
  }
}
const pageSize = 200

type Ticket = Record<(typeof columns)[number]['heading'], Cell> & { rrp: string; currency: string | null }

const cellsOf = (ticket: Ticket): Cell[] =>
  columns.map(({ heading }) =>
    heading === 'rrp' ? round(ticket.rrp, currencyDigits(ticket.currency ?? '')) : ticket[heading],
  )

const ticketsOf = `
  select coalesce(s.sku, k.sku) as sku, coalesce(s.gtin, k.gtin) as gtin, a.article_no,
    coalesce(l.description_en, a.name_en) as description, c.code as colour_code, c.name_en as colour, z.label as size,
    r.market, r.currency, r.amount::text as rrp, r.tax_included, r.effective_from::text as valid_from,
    coalesce(s.qty, l.qty) as qty, o.po_no, l.line_no
  from po_line_rrps r
    join po_lines l on l.id = r.po_line_id
    join purchase_orders o on o.id = l.purchase_order_id
    join articles a on a.id = l.article_id
    left join colourways c on c.id = l.colourway_id
    left join po_line_sizes s on s.po_line_id = l.id and s.qty > 0
    left join sizes z on z.id = s.size_id
    left join skus k on k.colourway_id = l.colourway_id and k.size_id = s.size_id
  where r.id = any($1::bigint[]) and r.status in ('released', 'ticketed') and r.amount is not null
    and l.line_status <> 'cancelled'
  order by r.id, z.sort_order, s.id`
