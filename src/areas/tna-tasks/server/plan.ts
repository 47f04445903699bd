import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod'
import { idParam, positiveParam } from '#server/kit/api/params.ts'
import { route } from '#server/kit/api/route.ts'
import { malformed } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import { readScopeOf } from '#server/kit/principal.ts'
import { caller, callerValues } from '#server/kit/read/scope.ts'
import { compile, run, type Statement, slot } from '#server/kit/read/sql.ts'
import { readCalendars } from '#server/kit/working-calendars.ts'
import { textOf } from '#shared/kit/text.ts'
import { taskLateSql } from '#shared/trade/late-sql.ts'
import { officeCalendar, type Plan, type PlannedLine } from '#shared/trade/tna.ts'
import { taskOwners } from '#shared/trade/tna-terms.ts'
import { tnaTasks } from '../area'

/** `GET …/plan`: order lines with their milestones, the most delayed first. */
export const routes = (app: FastifyInstance, kit: Kit) => {
  const statements = memo<Statement>(20)
  const lines = kit.register.get('po-lines')

  route(
    app,
    {
      method: 'GET',
      url: `/api/${tnaTasks.name}/plan`,
      tags: ['Production'],
      summary: 'Order lines with their milestones, the latest first',
      mayCall: ({ role }) => kit.can(role, tnaTasks.name, 'read'),
      query: planQuery,
      answer: { description: 'Lines in the caller’s scope.', schema: planAnswer },
      refusals: [400, 401, 403],
    },
    async ({ me }, { query }): Promise<Plan> => {
      const { purchase_order_id, po_line_id, supplier_id, owner, late, within } = query
      if (Number(within ?? 0) > maxDaysAhead)
        throw malformed('within', textOf('validation.too_big', { max: maxDaysAhead }))
      const scope = readScopeOf(me)
      const statement = statements(scope, () => compile(plan(kit.selects.inScope(lines, scope, 'l'))))
      const q = (query.q ?? '').trim().slice(0, 80)
      const rows = await run<PlannedLine>(kit.db, statement, {
        order: purchase_order_id ?? null,
        line: po_line_id ?? null,
        supplier: supplier_id ?? null,
        owner: owner ?? null,
        late: late === '1',
        within: within ?? null,
        q,
        like: `%${q.replace(/[\\%_]/g, '\\$&')}%`,
        ...callerValues(me),
      })
      const shown = rows.slice(0, maxLines)
      const countries = [...new Set(shown.map(({ country }) => country ?? ''))]
      const calendars = await readCalendars(kit.db, countries)
      return {
        lines: shown,
        more: rows.length > maxLines,
        calendars: Object.fromEntries([
          ...countries.map((country) => [country, calendars(country)]),
          [officeCalendar, calendars(null)],
        ]),
      }
    },
  )
}

/** Limit of days ahead. */
const maxDaysAhead = 3650

/** Lines in one response. */
const maxLines = 40

/**
 * Lines with a matching pending milestone, the most delayed first; a line requested by id is included even if nothing
 * is pending. Lines are selected first, so that only their milestones are read.
 */
const plan = (inScope: ReturnType<Kit['selects']['inScope']>) => sql`
  with asked as materialized (
    select l.id from po_lines as l join purchase_orders as o on o.id = l.purchase_order_id
    where (${slot('order')}::bigint is null or o.id = ${slot('order')}::bigint)
      and (${slot('line')}::bigint is null or l.id = ${slot('line')}::bigint)
      and (${slot('supplier')}::bigint is null or o.supplier_id = ${slot('supplier')}::bigint)
      and ${inScope})
  select l.id, l.line_title, o.id as purchase_order_id, o.po_no, a.article_no, coalesce(l.description_en, a.name_en) as article_en,
    coalesce(l.description_zh, a.name_zh) as article_zh, s.id as supplier_id, s.supplier_name as supplier, s.country, l.qty, l.uom,
    l.ex_factory_date::text, l.line_status, (
      select json_agg(json_build_object('id', t.id, 'version', t.version, 'seq', t.seq, 'code', t.code,
        'name_en', t.name_en, 'name_zh', t.name_zh, 'owner', t.owner, 'status', t.status, 'anchor', t.anchor,
        'filled_by', t.filled_by, 'planned_date', t.planned_date, 'revised_date', t.revised_date,
        'expected_date', t.expected_date, 'actual_date', t.actual_date, 'duration_days', t.duration_days,
        'after_code', t.after_code, 'and_after_code', t.and_after_code, 'reason', t.reason, 'set_by', t.set_by)
        order by t.seq) from tna_tasks t where t.po_line_id = l.id and t.archived_at is null) as tasks
  from asked join po_lines as l on l.id = asked.id join purchase_orders as o on o.id = l.purchase_order_id join suppliers as s on s.id = o.supplier_id
    join articles as a on a.id = l.article_id
    left join (
      select t.po_line_id, max(${sql.raw(taskLateSql('t', 'd.today'))}) as late
      from tna_tasks t join asked on asked.id = t.po_line_id cross join (select ${caller.today} as today) d
      where t.status = 'pending' and t.revised_date is not null and t.archived_at is null
        and (${slot('owner')}::text is null or t.owner = ${slot('owner')}::text)
        and (not ${slot('late')}::boolean or ${sql.raw(taskLateSql('t', 'd.today'))} > 0)
        and (${slot('within')}::int is null or t.revised_date <= d.today + ${slot('within')}::int)
      group by t.po_line_id) w on w.po_line_id = l.id
  where (w.po_line_id is not null or (l.id = ${slot('line')}::bigint
      and exists (select 1 from tna_tasks t where t.po_line_id = l.id)))
    and (${slot('q')}::text = '' or l.line_title ilike ${slot('like')}::text or a.article_no ilike ${slot('like')}::text
      or a.name_en ilike ${slot('like')}::text or a.name_zh ilike ${slot('like')}::text)
  order by w.late desc nulls last, l.ex_factory_date, l.id limit ${sql.raw(String(maxLines + 1))}`

const planQuery = z.strictObject({
  purchase_order_id: idParam.optional().meta({ description: 'Lines of this order.' }),
  po_line_id: idParam.optional().meta({ description: 'This line, even when nothing of it is left to do.' }),
  supplier_id: idParam.optional().meta({ description: 'Lines of this supplier.' }),
  owner: z
    .enum(taskOwners, 'validation.not_a_choice')
    .optional()
    .meta({ description: 'With milestones that the office, or the supplier, still has to do.' }),
  late: z.string().optional().meta({ description: '1: with late milestones.' }),
  within: positiveParam.optional().meta({ description: 'With milestones due within so many days.' }),
  q: z.string().optional().meta({ description: 'Part of a line’s, article’s or style’s name.' }),
})

const text = z.string()
const maybeText = text.nullable()

const planAnswer = z.object({
  lines: z.array(
    z.object({
      id: z.int(),
      line_title: text,
      purchase_order_id: z.int(),
      po_no: text,
      article_no: text,
      article_en: text,
      article_zh: maybeText,
      supplier_id: z.int(),
      supplier: text,
      country: maybeText,
      qty: z.int(),
      uom: maybeText,
      ex_factory_date: maybeText,
      line_status: text,
      tasks: z.array(
        z.object({
          id: z.int(),
          version: z.int(),
          seq: z.int(),
          code: text,
          name_en: text,
          name_zh: maybeText,
          owner: z.enum(taskOwners),
          status: text,
          anchor: maybeText,
          filled_by: maybeText,
          planned_date: maybeText,
          revised_date: maybeText,
          expected_date: maybeText,
          actual_date: maybeText,
          duration_days: z.int().nullable(),
          after_code: maybeText,
          and_after_code: maybeText,
          reason: maybeText,
          set_by: maybeText,
        }),
      ),
    }),
  ),
  more: z.boolean().meta({ description: `There are more than ${maxLines}.` }),
  calendars: z
    .record(text, z.object({ weekdays: z.array(z.int()), holidays: z.array(text), makeUpDays: z.array(text) }))
    .meta({ description: `When the office (${officeCalendar}) and the countries of the suppliers work.` }),
})
