import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
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
import { isNumeral, parseQuery } from '#server/kit/api/query-params.ts'
import { forbidden, malformed } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import { readScopeOf } from '#server/kit/principal.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { compile, run, type Statement, slot } from '#server/kit/read/sql.ts'
import { readCalendars } from '#server/kit/working-calendars.ts'
import { textOf } from '#shared/kit/text.ts'
import { taskLateSql } from '#shared/trade/late-sql.ts'
import { officeCalendar, type Plan, type PlannedLine, taskOwners } from '#shared/trade/tna.ts'
import { tnaTasks } from '../area'

/** `GET …/plan`: order lines with their calendars, the latest first. */
export const routes = (app: FastifyInstance, kit: Kit) => {
  const statements = memo<Statement>(20)
  const lines = kit.register.get('po-lines')

  app.get(`/api/${tnaTasks.name}/plan`, async ({ me, query }) => {
    if (!kit.can(me.role, tnaTasks.name, 'read')) throw forbidden()
    const asked = parseQuery(query, filters)
    for (const name of ['purchase_order_id', 'po_line_id', 'supplier_id', 'within'] as const)
      if (asked[name] !== undefined && !isNumeral(asked[name])) throw malformed(name, textOf('messages.not_a_number'))
    if (Number(asked.within ?? 0) > furthest) throw malformed('within', textOf('validation.too_big', { max: furthest }))
    if (asked.owner !== undefined && !(taskOwners as readonly string[]).includes(asked.owner))
      throw malformed('owner', textOf('validation.not_a_choice'))
    const statement = statements(readScopeOf(me), () => compile(plan(kit.selects.inScope(lines, readScopeOf(me), 'l'))))
    const q = (asked.q ?? '').trim().slice(0, 80)
    const found = await run<PlannedLine>(kit.db, statement, {
      order: asked.purchase_order_id ?? null,
      line: asked.po_line_id ?? null,
      supplier: asked.supplier_id ?? null,
      owner: asked.owner ?? null,
      late: asked.late === '1',
      within: asked.within ?? null,
      q,
      like: `%${q.replace(/[\\%_]/g, '\\$&')}%`,
      ...callerValues(me),
    })
    const shown = found.slice(0, most)
    const countries = [...new Set(shown.map(({ country }) => country ?? ''))]
    const calendars = await readCalendars(kit.db, countries)
    const answer: Plan = {
      lines: shown,
      more: found.length > most,
      calendars: Object.fromEntries([
        ...countries.map((country) => [country, calendars(country)]),
        [officeCalendar, calendars(null)],
      ]),
    }
    return answer
  })
}

/** Days ahead at most. */
const furthest = 3650

/** Lines that one look shows at most. */
const most = 40

/**
 * Lines with a pending milestone that was asked for, by how late the latest of them is; a line that was named is there
 * even when nothing is left to do. The lines come first: of all milestones only theirs are looked at.
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
      select t.po_line_id, max(${sql.raw(taskLateSql('t', 'current_date'))}) as late
      from tna_tasks t join asked on asked.id = t.po_line_id
      where t.status = 'pending' and t.revised_date is not null and t.archived_at is null
        and (${slot('owner')}::text is null or t.owner = ${slot('owner')}::text)
        and (not ${slot('late')}::boolean or ${sql.raw(taskLateSql('t', 'current_date'))} > 0)
        and (${slot('within')}::int is null or t.revised_date <= current_date + ${slot('within')}::int)
      group by t.po_line_id) w on w.po_line_id = l.id
  where (w.po_line_id is not null or (l.id = ${slot('line')}::bigint
      and exists (select 1 from tna_tasks t where t.po_line_id = l.id)))
    and (${slot('q')}::text = '' or l.line_title ilike ${slot('like')}::text or a.article_no ilike ${slot('like')}::text
      or a.name_en ilike ${slot('like')}::text or a.name_zh ilike ${slot('like')}::text)
  order by w.late desc nulls last, l.ex_factory_date, l.id limit ${sql.raw(String(most + 1))}`

const filters = ['purchase_order_id', 'po_line_id', 'supplier_id', 'owner', 'late', 'within', 'q'] as const

const all = (type: Json, ...names: string[]) => Object.fromEntries(names.map((name) => [name, type]))
const task = object({
  ...all(number, 'id', 'version', 'seq'),
  ...all(text, 'code', 'name_en', 'owner', 'status'),
  ...all(maybeNumber, 'duration_days'),
  ...all(maybeText, 'name_zh', 'anchor', 'filled_by', 'planned_date', 'revised_date', 'expected_date'),
  ...all(maybeText, 'actual_date', 'after_code', 'and_after_code', 'reason', 'set_by'),
})
const line = object({
  ...all(number, 'id', 'purchase_order_id', 'supplier_id', 'qty'),
  ...all(text, 'line_title', 'po_no', 'article_no', 'article_en', 'supplier', 'line_status'),
  ...all(maybeText, 'article_zh', 'country', 'uom', 'ex_factory_date'),
  tasks: list(task),
})
const calendar = object({ weekdays: list(number), holidays: list(text), makeUpDays: list(text) })
const filter = (name: string, description: string) => query(name, text, { description })

export const paths = {
  [`/api/${tnaTasks.name}/plan`]: {
    get: {
      tags: ['Production'],
      summary: 'Order lines with their milestones, the latest first',
      parameters: [
        filter('purchase_order_id', 'Lines of this order.'),
        filter('po_line_id', 'This line, even when nothing of it is left to do.'),
        filter('supplier_id', 'Lines of this supplier.'),
        filter('owner', 'With milestones that the office, or the supplier, still has to do.'),
        filter('late', '1: with late milestones.'),
        filter('within', 'With milestones due within so many days.'),
        filter('q', 'Part of a line’s, article’s or style’s name.'),
      ],
      responses: {
        ...ok(
          'Lines in the caller’s scope.',
          object({
            lines: list(line),
            more: { ...flag, description: `There are more than ${most}.` },
            calendars: {
              ...valuesOf(calendar),
              description: `When the office (${officeCalendar}) and the countries of the suppliers work.`,
            },
          }),
        ),
        ...refusals(400, 401, 403),
      },
    },
  },
}
