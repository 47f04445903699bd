import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod'
import { route } from '#server/kit/api/route.ts'
import type { Kit } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import { readScopeOf } from '#server/kit/principal.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { compile, run, type Statement, slot } from '#server/kit/read/sql.ts'
import type { BookableLine } from '#shared/trade/bookable.ts'
import { bookings } from '../area'
import { type LineFacts, lineFactColumns, openKinds } from './lines'

/** The most lines of an answer. */
const maxLines = 200

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const query = z.strictObject({
  q: z.string().max(80).optional().describe('Part of the number of an order, of a line or of a style.'),
  supplier_id: id.optional().describe('For the office: lines of this supplier alone.'),
  booking_id: id.optional().describe('A booking whose own units do not count as booked; its lines come first.'),
  ids: z
    .string()
    .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,99}$/)
    .optional()
    .describe('Lines that come first whatever is looked for, with commas.'),
})

const named = z.object({ id: z.int(), title: z.string(), title_zh: z.string().nullable() }).nullable()
const bookableLine = z.object({
  id: z.int(),
  line_title: z.string(),
  purchase_order_id: z.int(),
  article: named,
  colourway: named,
  supplier: named,
  factory: named,
  port_of_loading: named,
  port_of_discharge: named,
  ship_to: named,
  factory_id: z.int().nullable(),
  factory_country: z.string().nullable(),
  loading_country: z.string().nullable(),
  on_hold: z.boolean(),
  lane: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  qty: z.int(),
  pack_type: z.string().nullable(),
  units_per_carton: z.int().nullable(),
  ex_factory_date: z.string().nullable(),
  ship_window_start: z.string().nullable(),
  ship_window_end: z.string().nullable(),
  over_pct: z.number(),
  under_pct: z.number(),
  blocking: z.array(z.string()).describe('Kinds of requirement that are open and hold a booking up.'),
  warning: z.array(z.string()),
  sizes: z.array(
    z.object({
      size_id: z.int().nullable(),
      label: z.string().nullable(),
      ordered: z.int(),
      elsewhere: z.int().describe('Units on other bookings.'),
    }),
  ),
})

type Row = LineFacts & Omit<BookableLine, 'blocking' | 'warning'>

/** `GET /api/bookings/bookable`: order lines in the caller's scope with units to book, ordered by ex-factory date. */
export const bookableRoute = (app: FastifyInstance, kit: Kit) => {
  const statements = memo<Statement>(20)
  route(
    app,
    {
      method: 'GET',
      url: `/api/${bookings.name}/bookable`,
      tags: [bookings.name],
      summary: 'Order lines with units that may be booked',
      mayCall: ({ role }) => kit.can(role, bookings.name, 'create'),
      query,
      answer: {
        description: 'The lines, and whether there are more',
        schema: z.object({ lines: z.array(bookableLine), more: z.boolean() }),
      },
      refusals: [400, 401, 403],
    },
    async ({ me }, { query: { q, supplier_id, booking_id, ids } }) => {
      const scope = readScopeOf(me)
      const statement = statements(scope, () => compile(bookableSql(kit, scope)))
      const rows = await run<Row>(kit.db, statement, {
        q: q?.trim() ? `%${q.trim().replace(/[\\%_]/g, '\\$&')}%` : null,
        supplier: supplier_id ?? null,
        booking: booking_id ?? null,
        ids: ids ? ids.split(',').map(Number) : [],
        ...callerValues(me),
      })
      const settings = await kit.settings()
      return {
        lines: rows.slice(0, maxLines).map((row) => toBookableLine(row, settings)),
        more: rows.length > maxLines,
      }
    },
  )
}

const toBookableLine = (row: Row, settings: Record<string, unknown>): BookableLine => {
  const { readiness, order_status, line_status, article_id, colourway_id, ship_to_country, ...line } = row
  return { ...line, ...openKinds(row, settings) }
}

const namedSql = (alias: string, title: string, titleZh = 'null') =>
  `case when ${alias}.id is not null then json_build_object('id', ${alias}.id, 'title', ${title}, 'title_zh', ${titleZh}) end`

const bookableSql = (kit: Kit, scope: ReturnType<typeof readScopeOf>) => sql`
  with own as (
    select x.po_line_id from booking_lines x join bookings b on b.id = x.booking_id
    where b.id = ${slot('booking')}::bigint and ${kit.selects.inScope(bookings, scope, 'b')}
    union select unnest(${slot('ids')}::bigint[])),
  input as (select ${slot('booking')}::bigint as booking)
  select ${sql.raw(lineFactColumns('input.booking'))}, p.country as loading_country,
    ${sql.raw(namedSql('a', 'a.article_no'))} as article, ${sql.raw(namedSql('c', 'c.name_en', 'c.name_zh'))} as colourway,
    ${sql.raw(namedSql('s', 's.supplier_name'))} as supplier, ${sql.raw(namedSql('f', 'f.name_en', 'f.name_zh'))} as factory,
    ${sql.raw(namedSql('p', 'p.name_en', 'p.name_zh'))} as port_of_loading, ${sql.raw(namedSql('d', 'd.name_en', 'd.name_zh'))} as port_of_discharge,
    ${sql.raw(namedSql('w', 'w.name_en', 'w.name_zh'))} as ship_to
  from po_lines as l join purchase_orders as o on o.id = l.purchase_order_id join articles as a on a.id = l.article_id
    cross join input left join colourways as c on c.id = l.colourway_id left join suppliers as s on s.id = o.supplier_id
    left join factories as f on f.id = l.factory_id left join ports as p on p.id = o.port_of_loading_id
    left join ports as d on d.id = o.port_of_discharge_id left join locations as w on w.id = o.ship_to_location_id
  where ${kit.selects.inScope(kit.register.get('po-lines'), scope, 'l')}
    and (l.id in (select po_line_id from own) or (
      o.status = 'confirmed' and l.line_status = 'open' and l.archived_at is null and l.qty > coalesce(l.booked_qty, 0)
      and (${slot('supplier')}::bigint is null or o.supplier_id = ${slot('supplier')}::bigint)
      and (${slot('q')}::text is null or o.po_no ilike ${slot('q')} or l.line_title ilike ${slot('q')}
        or a.article_no ilike ${slot('q')})))
  order by l.id in (select po_line_id from own) desc, coalesce(l.ex_factory_date, o.ex_factory_date), o.id, l.line_no
  limit ${sql.lit(maxLines + 1)}`
