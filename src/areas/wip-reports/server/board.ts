import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { idsOf, isNumeral, parseQuery } from '#server/kit/api/asked.ts'
import {
  flag,
  type Json,
  list,
  maybeNumber,
  maybeText,
  number,
  object,
  ok,
  query,
  refusals,
  text,
  valuesOf,
} from '#server/kit/api/description.ts'
import { forbidden, malformed } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import { readScopeOf } from '#server/kit/principal.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { compile, remembered, run, type Statement, slot } from '#server/kit/read/sql.ts'
import { addDays, isRecordDate, today } from '#shared/base/dates.ts'
import { textOf } from '#shared/kit/text.ts'
import { overdueSql } from '#shared/trade/late-sql.ts'
import type { LastTold, LineProgress } from '#shared/trade/production.ts'
import { wipReports } from '../area'
import { makingStates } from '../rules'

/** `GET …/board`: lines that are being made, by the week they are due. `GET …/progress`: how far some lines are. */
export const routes = (app: FastifyInstance, kit: Kit) => {
  const statements = remembered<Statement>(20)
  const base = `/api/${wipReports.name}`
  const lines = kit.register.get('po-lines')

  app.get(`${base}/board`, async ({ me, query }, reply) => {
    if (!kit.can(me.role, wipReports.name, 'read')) throw forbidden()
    const asked = parseQuery(query, ['from', 'to', 'late', 'supplier_id', 'q'])
    const { from = '', to = '', late } = asked
    for (const [name, value] of Object.entries({ from, to })) if (!isRecordDate(value)) throw malformed(name, notADate)
    if (to < from || to > addDays(from, longest)) throw malformed('to', notADate)
    if (asked.supplier_id !== undefined && !isNumeral(asked.supplier_id))
      throw malformed('supplier_id', textOf('messages.not_a_number'))
    const q = (asked.q ?? '').trim().slice(0, 80)
    const ofSupplier = me.role === 'Agent' || me.role === 'staff' ? me.supplier_id : Number(asked.supplier_id ?? 0)
    // What is searched has to be looked for among all lines of the supplier.
    const isCut = ofSupplier !== 0 && q === ''
    const statement = statements(`board ${readScopeOf(me)} ${isCut}`, () =>
      compile(sql`with found as (${rows} cross join (select ${slot('day')}::date as today) as present
        where l.line_status = 'open' and l.goods_state in ('unpacked', 'packed') and o.status = any(${slot('states')}::text[])
        and ((l.ex_factory_date between ${slot('from')}::date and ${slot('to')}::date)
          or (${slot('late')}::boolean and ${sql.raw(overdueSql('l', 'present.today'))}))
        and (${slot('supplier')}::bigint is null or o.supplier_id = ${slot('supplier')}::bigint)
        and (${slot('q')}::text = '' or l.line_title ilike ${slot('like')}::text or a.article_no ilike ${slot('like')}::text
          or a.name_en ilike ${slot('like')}::text or a.name_zh ilike ${slot('like')}::text)
        and l.ex_factory_date between ${slot('first')}::date and ${slot('last')}::date
        ${isCut ? sql`and l.id = any(array(${firstOfSupplier}))` : sql``}
        and ${kit.selects.inScope(lines, readScopeOf(me), 'l')}
        order by l.ex_factory_date, l.id limit ${sql.raw(String(most + 1))})
        select count(*) > ${sql.raw(String(most))} as more,
          coalesce((select json_agg(f) from (select * from found limit ${sql.raw(String(most))}) as f), '[]')::text as lines
        from found`),
    )
    const [found] = await run<{ more: boolean; lines: string }>(kit.db, statement, {
      from,
      to,
      late: late === '1',
      day: today(),
      first: late === '1' ? '-infinity' : from,
      last: late === '1' && today() > to ? today() : to,
      of_supplier: ofSupplier,
      supplier: asked.supplier_id ? Number(asked.supplier_id) : null,
      q,
      like: `%${q.replace(/[\\%_]/g, '\\$&')}%`,
      states: [...makingStates],
      ...callerValues(me),
    })
    // The lines pass through as the database writes them, like those of a list.
    return reply
      .type('application/json; charset=utf-8')
      .send(`{"lines":${found?.lines ?? '[]'},"more":${found?.more ?? false}}`)
  })

  app.get(`${base}/progress`, async ({ me, query }) => {
    if (!kit.can(me.role, wipReports.name, 'read')) throw forbidden()
    const ids = idsOf(parseQuery(query, ['lines']), 'lines')
    const statement = statements(`progress ${readScopeOf(me)}`, () =>
      compile(sql`${rows} where l.id = any(${slot('ids')}::bigint[]) and ${kit.selects.inScope(lines, readScopeOf(me), 'l')}
        order by array_position(${slot('ids')}::bigint[], l.id)`),
    )
    const found = await run<LineProgress>(kit.db, statement, { ids, ...callerValues(me) })
    const told = await kit.db.query<LastTold>(lastTold, [found.map(({ id }) => id)], 'wip_last_told')
    return { lines: found, told }
  })
}

const lastTold = `
  select distinct on (r.po_line_id, r.stage, coalesce(r.factory_id, 0)) r.id, r.version, r.po_line_id, r.factory_id,
    f.name_en as factory, r.stage, r.report_date::text, r.cumulative_qty
  from wip_reports r left join factories f on f.id = r.factory_id
  where r.po_line_id = any($1::bigint[]) and r.archived_at is null
  order by r.po_line_id, r.stage, coalesce(r.factory_id, 0), r.report_date desc`

const rows = sql`
  select l.id, l.line_title, a.article_no, a.name_en as article_en, a.name_zh as article_zh, c.name_en as colour_en,
    c.name_zh as colour_zh, s.supplier_name as supplier, s.country,
    l.qty, floor(l.qty * (100 + coalesce(o.qty_tolerance_over_pct, 0)) / 100)::int as most, l.uom,
    l.ex_factory_date::text, l.slip_days, l.goods_state, l.production_status, l.wip_stage, l.wip_qty,
    l.wip_reported_on::text,
    -- What was packed or has left is known even where nobody reported it.
    case when l.packed_qty > 0 then jsonb_build_object('packing', l.packed_qty) else '{}' end
      || case when l.shipped_qty > 0 then jsonb_build_object('ex_factory', l.shipped_qty) else '{}' end
      || coalesce((select jsonb_object_agg(p.stage, p.qty) from wip_progress p where p.po_line_id = l.id), '{}') as stages
  from po_lines as l join purchase_orders as o on o.id = l.purchase_order_id join suppliers as s on s.id = o.supplier_id
    join articles as a on a.id = l.article_id left join colourways as c on c.id = l.colourway_id`

/** Days that one look at the board spans at most, and lines that it shows. */
const longest = 92
const most = 500

/**
 * The lines of one supplier that come first, from what is kept of each line: an index has them in this order. Asked as an
 * array, or the planner reads everybody's lines first; and in two steps, or it reads all of the supplier's, for it thinks
 * that few of them meet the rest.
 */
const firstOfSupplier = sql`
  select c.po_line_id from (
    select * from counted_lines
    where supplier_id = ${slot('of_supplier')}::bigint and line_status = 'open' and issued_at is not null
      and ex_factory_date between ${slot('first')}::date and ${slot('last')}::date
    order by ex_factory_date, po_line_id offset 0) as c
  where c.goods_state in ('unpacked', 'packed') and c.order_status = any(${slot('states')}::text[])
    and (c.ex_factory_date between ${slot('from')}::date and ${slot('to')}::date
      or (${slot('late')}::boolean and ${sql.raw(overdueSql('c', 'present.today'))}))
  order by c.ex_factory_date, c.po_line_id limit ${sql.raw(String(most + 1))}`

const notADate = textOf('validation.not_date')

const line = object({
  id: number,
  line_title: text,
  article_no: text,
  article_en: text,
  article_zh: maybeText,
  colour_en: maybeText,
  colour_zh: maybeText,
  supplier: text,
  country: maybeText,
  qty: number,
  most: { ...number, description: 'Units that may be made, with the order’s tolerance.' },
  uom: maybeText,
  ex_factory_date: maybeText,
  slip_days: maybeNumber,
  goods_state: maybeText,
  production_status: maybeText,
  wip_stage: maybeText,
  wip_qty: maybeNumber,
  wip_reported_on: maybeText,
  stages: { ...valuesOf(number), description: 'Units through each stage that was reported.' },
})
const told = object({
  id: number,
  version: number,
  po_line_id: number,
  factory_id: maybeNumber,
  factory: maybeText,
  stage: text,
  report_date: text,
  cumulative_qty: number,
})
const answer = (properties: Record<string, Json>) => ({
  ...ok('Lines in the caller’s scope.', object({ lines: list(line), ...properties })),
  ...refusals(400, 401, 403),
})
const tags = ['Production']

export const paths = {
  '/api/wip-reports/board': {
    get: {
      tags,
      summary: 'Lines that are being made, by the day they are due, with their stages',
      parameters: [
        query('from', text, { required: true, description: 'First day, YYYY-MM-DD.' }),
        query('to', text, { required: true, description: `Last day, at most ${longest} days later.` }),
        query('late', text, { description: '1: also all overdue lines: past their ex-factory date and not packed.' }),
        query('supplier_id', text),
        query('q', text, { description: 'Part of a line’s, article’s or style’s name.' }),
      ],
      responses: answer({ more: { ...flag, description: `There are more than ${most}.` } }),
    },
  },
  '/api/wip-reports/progress': {
    get: {
      tags,
      summary: 'How far lines are, by stage',
      parameters: [query('lines', text, { required: true, description: 'Up to 100 ids, with commas between them.' })],
      responses: answer({
        told: { ...list(told), description: 'What each factory told last of each stage.' },
      }),
    },
  },
}
