import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import { readSamplesBeforeCutting } from '#server/allocation/cutting-gate.ts'
import { idParam, idsParam, positiveParam } from '#server/kit/api/params.ts'
import { route } from '#server/kit/api/route.ts'
import { malformed } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import { type Principal, readScopeOf } from '#server/kit/principal.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { compile, run, type Statement, slot } from '#server/kit/read/sql.ts'
import { addDays, isRecordDate, today } from '#shared/base/dates.ts'
import { textOf } from '#shared/kit/text.ts'
import { isCut } from '#shared/trade/cutting-gate.ts'
import { overdueSql } from '#shared/trade/late-sql.ts'
import { type LastReport, type LineProgress, wipStages } from '#shared/trade/production.ts'
import { wipReports } from '../area'
import { makingStates } from '../rules'

/**
 * `GET …/board`: lines in production by the week in which they are due. `GET …/progress`: the progress of given lines.
 */
export const routes = (app: FastifyInstance, kit: Kit) => {
  const statements = memo<Statement>(20)
  const base = `/api/${wipReports.name}`
  const shared = {
    method: 'GET',
    tags: ['Production'],
    mayCall: ({ role }: Principal) => kit.can(role, wipReports.name, 'read'),
    refusals: [400, 401, 403],
  } as const
  const lines = kit.register.get('po-lines')
  const orders = kit.register.get('purchase-orders')

  route(
    app,
    {
      ...shared,
      url: `${base}/board`,
      summary: 'Lines that are being made, by the day they are due, with their stages',
      query: boardQuery,
      answer: { description: 'Lines in the caller’s scope.', schema: boardAnswer },
    },
    async ({ me }, { query }, reply) => {
      const board = boardSlots(query, me)
      const byWeek = board.per > 0
      const ofSupplier = board.supplier_id !== null && board.q === ''
      const scope = readScopeOf(me)
      const statement = statements(`board ${scope} ${byWeek} ${ofSupplier}`, () => {
        const isInScope = kit.selects.inScope(lines, scope, 'l')
        const ids = byWeek
          ? ofSupplier
            ? firstOfWeeksOfSupplier
            : firstOfWeeks(isInScope)
          : ofSupplier
            ? firstOfSupplier
            : null
        return compile(sql`with present as (select ${slot('day')}::date as today), weeks as (${weeks}),
          found as (${rows} cross join present
            where ${isMade} and ${isShown} and ${kit.selects.inScope(lines, scope, 'l')}
            ${ids ? sql`and l.id = any(array(${ids}))` : sql``}
            order by l.ex_factory_date, l.id limit ${sql.raw(String(maxLines + 1))})
          select count(*) > ${sql.raw(String(maxLines))} as more,
            coalesce((select json_agg(f) from (select * from found limit ${sql.raw(String(maxLines))}) as f), '[]')::text as lines,
            ${byWeek ? sql`(${sumsOfWeeks(kit.selects.isScoped(lines, scope), kit.selects.inScope(orders, scope, 'f'))})` : sql`null`}::text as weeks
          from found`)
      })
      const [answer] = await run<{ more: boolean; lines: string; weeks: string | null }>(kit.db, statement, {
        ...board,
        day: today(),
        states: [...makingStates],
        ...callerValues(me),
      })
      // PostgreSQL writes the JSON of the lines, which is sent unchanged, as for lists.
      return reply
        .type('application/json; charset=utf-8')
        .send(
          `{"lines":${answer?.lines ?? '[]'},"more":${answer?.more ?? false}${answer?.weeks ? `,"weeks":${answer.weeks}` : ''}}`,
        )
    },
  )

  route(
    app,
    {
      ...shared,
      url: `${base}/progress`,
      summary: 'How far lines are, by stage',
      query: z.strictObject({ lines: idsParam() }),
      answer: { description: 'Lines in the caller’s scope.', schema: progressAnswer },
    },
    async ({ me }, { query: { lines: ids } }) => {
      const statement = statements(`progress ${readScopeOf(me)}`, () =>
        compile(sql`${rows} where l.id = any(${slot('ids')}::bigint[]) and ${kit.selects.inScope(lines, readScopeOf(me), 'l')}
          order by array_position(${slot('ids')}::bigint[], l.id)`),
      )
      const shown = await run<LineProgress>(kit.db, statement, { ids, ...callerValues(me) })
      const reports = await kit.db.query<LastReport>(lastReports, [shown.map(({ id }) => id)], 'wip_last_reports')
      const { cutting_gate } = await kit.settings()
      const open =
        cutting_gate === 'ignore'
          ? null
          : await readSamplesBeforeCutting(
              kit.db,
              shown.filter(isUncut).map(({ id }) => id),
            )
      return {
        lines: shown.map((line) => ({ ...line, open_samples: open?.get(line.id) ?? [] })),
        reports,
        stops_cutting: cutting_gate === 'block',
      }
    },
  )
}

const isUncut = ({ stages }: LineProgress) => !wipStages.some((stage) => isCut(stage, stages[stage] ?? 0))

const lastReports = `
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

/** Limits of a request: days, lines, and lines per week. */
const maxDays = 92
const maxLines = 500
const maxLinesPerWeek = 50

const dayParam = z
  .string({ error: 'validation.not_date' })
  .refine(isRecordDate, 'validation.not_date')
  .meta({ format: 'date' })

const boardQuery = z.strictObject({
  from: dayParam.meta({ format: 'date', description: 'First day.' }),
  to: dayParam.meta({ format: 'date', description: `Last day, at most ${maxDays} days later.` }),
  late: z.string().optional().meta({
    description: '1: also all overdue lines: past their ex-factory date and not packed. only: no others.',
  }),
  per: positiveParam.optional().meta({
    description: `The first lines of each week from \`from\` on, and of those overdue; at most ${maxLinesPerWeek}. Ignored with \`q\`.`,
  }),
  supplier_id: idParam.optional(),
  q: z.string().optional().meta({ description: 'Part of a line’s, article’s or style’s name.' }),
})

/** The values of the statement's slots. Without `late` or `only_late`, lines due before `from` are not read. */
const boardSlots = ({ from, to, late, per = 0, supplier_id, ...query }: z.output<typeof boardQuery>, me: Principal) => {
  if (to < from || to > addDays(from, maxDays)) throw malformed('to', textOf('validation.not_date'))
  const q = (query.q ?? '').trim().slice(0, 80)
  const isOfSupplier = me.role === 'Agent' || me.role === 'staff'
  const day = today()
  return {
    from,
    to,
    late: late === '1' || late === 'only',
    only_late: late === 'only',
    first: late === '1' || late === 'only' ? '-infinity' : from,
    last: late === 'only' ? day : late === '1' && day > to ? day : to,
    // A search looks at all lines of a week, so it has no limit per week.
    per: q === '' ? Math.min(per, maxLinesPerWeek) : 0,
    supplier_id: isOfSupplier ? me.supplier_id : (supplier_id ?? null),
    supplier: supplier_id ?? null,
    q,
    like: `%${q.replace(/[\\%_]/g, '\\$&')}%`,
  }
}

const isMade = sql`l.line_status = 'open' and l.goods_state in ('unpacked', 'packed') and o.status = any(${slot('states')}::text[])`

const isShown = sql`((not ${slot('only_late')}::boolean and l.ex_factory_date between ${slot('from')}::date and ${slot('to')}::date)
    or (${slot('late')}::boolean and ${sql.raw(overdueSql('l', 'present.today'))}))
  and (${slot('supplier')}::bigint is null or o.supplier_id = ${slot('supplier')}::bigint)
  and (${slot('q')}::text = '' or l.line_title ilike ${slot('like')}::text or a.article_no ilike ${slot('like')}::text
    or a.name_en ilike ${slot('like')}::text or a.name_zh ilike ${slot('like')}::text)
  and l.ex_factory_date between ${slot('first')}::date and ${slot('last')}::date`

/** The columns of the board: overdue lines (no week), then one column per week from the first day. */
const weeks = sql`
  select null::date as week, '-infinity'::date as first, present.today - 1 as last, true as is_overdue
  from present where ${slot('late')}::boolean
  union all
  select d::date, d::date, least(d::date + 6, ${slot('to')}::date), false
  from generate_series(${slot('from')}::date, ${slot('to')}::date, interval '7 days') as d`

/** The first lines of each week. An index holds all lines in this order. */
const firstOfWeeks = (isInScope: RawBuilder<unknown>) => sql`
  select first.id from present cross join weeks as w cross join lateral (
    select l.id from po_lines as l join purchase_orders as o on o.id = l.purchase_order_id
    where ${isMade} and l.ex_factory_date between w.first and w.last
      and ${sql.raw(overdueSql('l', 'present.today'))} = w.is_overdue
      and (${slot('supplier')}::bigint is null or o.supplier_id = ${slot('supplier')}::bigint) and ${isInScope}
    order by l.ex_factory_date, l.id limit ${slot('per')}::int) as first`

/**
 * The first lines of one supplier, from the counters per line, which an index holds in this order. Selected as an
 * array, because the planner would otherwise read the lines of all suppliers first; and in two steps, because it
 * expects few matches and would otherwise read all lines of the supplier.
 */
const firstOfSupplier = sql`
  select c.po_line_id from (
    select * from counted_lines
    where supplier_id = ${slot('supplier_id')}::bigint and line_status = 'open' and issued_at is not null
      and ex_factory_date between ${slot('first')}::date and ${slot('last')}::date
    order by ex_factory_date, po_line_id offset 0) as c cross join present
  where c.goods_state in ('unpacked', 'packed') and c.order_status = any(${slot('states')}::text[])
    and ((not ${slot('only_late')}::boolean and c.ex_factory_date between ${slot('from')}::date and ${slot('to')}::date)
      or (${slot('late')}::boolean and ${sql.raw(overdueSql('c', 'present.today'))}))
  order by c.ex_factory_date, c.po_line_id limit ${sql.raw(String(maxLines + 1))}`

const firstOfWeeksOfSupplier = sql`
  select first.po_line_id from present cross join weeks as w cross join lateral (
    select c.po_line_id from (
      select * from counted_lines
      where supplier_id = ${slot('supplier_id')}::bigint and line_status = 'open' and issued_at is not null
        and ex_factory_date between w.first and w.last
      order by ex_factory_date, po_line_id offset 0) as c
    where c.goods_state in ('unpacked', 'packed') and c.order_status = any(${slot('states')}::text[])
      and ${sql.raw(overdueSql('c', 'present.today'))} = w.is_overdue
    order by c.ex_factory_date, c.po_line_id limit ${slot('per')}::int) as first`

/** Lines, units and packed lines of each week, from exact sums by day. */
const sumsOfWeeks = (isScoped: boolean, isInScope: RawBuilder<unknown>) => sql`
  select coalesce(json_agg(json_build_object('week', s.week, 'lines', s.lines, 'qty', s.qty, 'packed_lines', s.packed_lines)
    order by s.week nulls first), '[]')
  from (
    select w.week, sum(f.records)::int as lines, sum(f.qty)::bigint as qty,
      coalesce(sum(f.records) filter (where f.goods_state = 'packed'), 0)::int as packed_lines
    from present cross join weeks as w join line_figures as f on f.ex_factory_date between w.first and w.last
    where f.kind = case when ${sql.lit(isScoped)} or ${slot('supplier')}::bigint is not null then 'supplier_day' else 'day' end
      and f.goods_state in ('unpacked', 'packed') and f.order_status = any(${slot('states')}::text[])
      and ${sql.raw(overdueSql('f', 'present.today'))} = w.is_overdue
      and (${slot('supplier')}::bigint is null or f.supplier_id = ${slot('supplier')}::bigint) and ${isInScope}
    group by w.week having sum(f.records) > 0) as s`

const text = z.string()
const maybeText = text.nullable()

const boardLine = z
  .object({
    id: z.int(),
    line_title: text,
    article_no: text,
    article_en: text,
    article_zh: maybeText,
    colour_en: maybeText,
    colour_zh: maybeText,
    supplier: text,
    country: maybeText,
    qty: z.int(),
    most: z.int().meta({ description: 'Units that may be made, with the order’s tolerance.' }),
    uom: maybeText,
    ex_factory_date: maybeText,
    slip_days: z.int().nullable(),
    goods_state: maybeText,
    production_status: maybeText,
    wip_stage: maybeText,
    wip_qty: z.int().nullable(),
    wip_reported_on: maybeText,
    stages: z.record(text, z.int()).meta({ description: 'Units through each stage that was reported.' }),
  })
  .meta({ id: 'LineInProduction' })

const boardAnswer = z.object({
  lines: z.array(boardLine),
  more: z.boolean().meta({ description: `There are more than ${maxLines}.` }),
  weeks: z
    .array(
      z.object({
        week: maybeText.meta({ description: 'Its first day; null: what is overdue.' }),
        lines: z.int(),
        qty: z.int(),
        packed_lines: z.int().meta({ description: 'Lines whose goods are packed.' }),
      }),
    )
    .optional()
    .meta({ description: 'With `per`: what each week has in all.' }),
})

const openSample = z
  .object({ name_en: text, name_zh: maybeText, status: maybeText.meta({ description: 'Null: not requested.' }) })
  .meta({ id: 'OpenSample' })

const progressAnswer = z.object({
  lines: z.array(
    boardLine
      .extend({
        open_samples: z.array(openSample).meta({ description: 'Samples that must be approved before cutting begins.' }),
      })
      .meta({ id: 'LineToReport' }),
  ),
  stops_cutting: z.boolean().meta({ description: 'Whether lines with open samples cannot begin with cutting.' }),
  reports: z
    .array(
      z.object({
        id: z.int(),
        version: z.int(),
        po_line_id: z.int(),
        factory_id: z.int().nullable(),
        factory: maybeText,
        stage: text,
        report_date: text,
        cumulative_qty: z.int(),
      }),
    )
    .meta({ description: 'What each factory told last of each stage.' }),
})
