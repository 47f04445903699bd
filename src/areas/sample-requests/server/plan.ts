import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod'
import { planOf, readPlans } from '#server/allocation/category-plans.ts'
import type { Queryable } from '#server/db/types.ts'
import { route } from '#server/kit/api/route.ts'
import { notFound } from '#server/kit/errors.ts'
import type { Doc, Kit, Work } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import { type Principal, readScopeOf } from '#server/kit/principal.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { compile, run, type Statement, slot } from '#server/kit/read/sql.ts'
import { readCalendars } from '#server/kit/working-calendars.ts'
import { keyedCommand } from '#server/kit/write/keyed-write.ts'
import { today } from '#shared/base/dates.ts'
import { isLineOpen } from '#shared/trade/allocation.ts'
import { type PlannedSamples, plannedSamples, type SampleKind, sampleKey } from '#shared/trade/sample-plan.ts'
import { endedStates } from '#shared/trade/samples.ts'
import { sampleRequests } from '../area'
import { presetValues } from './complete'
import { notifySupplier } from './notices'

/** Lines in one command. */
const maxLines = 100

const id = z.int().positive().max(Number.MAX_SAFE_INTEGER)
const body = z.strictObject({
  lines: z.array(id).min(1).max(maxLines),
  location_id: id.nullish().describe('Where the samples go; needed unless it is a trial.'),
  send: z.boolean().default(false).describe('Whether suppliers get the requests at once; otherwise they are drafts.'),
  trial: z.boolean().default(false).describe('Answers what would be made, and writes nothing.'),
})

const answer = z.object({
  made: z.int(),
  lines: z.array(
    z.object({
      id: z.int(),
      line_title: z.string(),
      plan: z.string().nullable(),
      reason: z.enum(['no_plan', 'not_open', 'no_date']).nullable(),
      samples: z.array(
        z.object({
          sample_type_id: z.int(),
          name_en: z.string(),
          name_zh: z.string().nullable(),
          due_date: z.string(),
          is_moved: z.boolean().describe('The day by the plan is past; the sample is due on the next working day.'),
          state: z.enum(['new', 'exists', 'no_colourway']),
        }),
      ),
    }),
  ),
})

/**
 * `POST /api/sample-requests/plan`: creates all requests of the categories' plans for some lines in one transaction.
 * Skips requests that a line or its article already has.
 */
export const planRoutes = (app: FastifyInstance, kit: Kit) => {
  const statements = memo<Statement>(20)

  route(
    app,
    {
      method: 'POST',
      url: `/api/${sampleRequests.name}/plan`,
      tags: [sampleRequests.name],
      summary: 'Request the samples that the plans of their categories have for some order lines',
      mayCall: ({ role }) => kit.can(role, sampleRequests.name, 'create'),
      keyed: true,
      body,
      answer: { description: 'The samples of each line, and how many requests were made', schema: answer },
      refusals: [401, 403, 404, 409, 422],
    },
    async (request, { body: { trial, ...command } }) => {
      if (trial) return { made: 0, lines: (await plan(kit.db, request.me, command.lines, today())).map(responseLine) }
      return keyedCommand(kit, request, 'create', (work) => make(work, command))
    },
  )

  async function plan(on: Queryable, me: Principal, ids: readonly number[], day: string): Promise<PlannedLine[]> {
    const scope = readScopeOf(me)
    const statement = statements(scope, () => compile(linesSql(kit, scope)))
    const lineIds = [...new Set(ids)]
    const lines = await run<Line>(on, statement, { ids: lineIds, ...callerValues(me) })
    if (lines.length < lineIds.length) throw notFound()
    const { plans, categories } = await readPlans(on)
    const calendars = await readCalendars(on)
    const existingKeys = await readExistingKeys(on, lines)
    return lines.map((line) => {
      const items = planOf(plans, categories, line.product_category_id)
      const isOpen = isLineOpen(line)
      const reason = !isOpen ? 'not_open' : !items ? 'no_plan' : line.ex_factory_date === null ? 'no_date' : null
      const samples = plannedSamples(reason === null ? (items?.kinds ?? []) : [], line, {
        calendar: calendars(line.country),
        today: day,
        known: existingKeys,
      })
      return { line, plan: items?.code ?? null, reason, samples }
    })
  }

  async function make(work: Work, { lines, location_id, send }: Omit<z.output<typeof body>, 'trial'>) {
    // Serialises concurrent commands, so that the second one sees the requests of the first.
    await work.tx.query('select pg_advisory_xact_lock(hashtext($1))', ['sample plans'], 'sample_plans_lock')
    const planned = await plan(work.tx, work.me, lines, work.context.today)
    const requests = planned.flatMap(({ line, samples }) =>
      samples.flatMap(({ state, kind, sizes, due_date }) =>
        state === 'new' ? [requestOf(line, kind, sizes, due_date, location_id ?? null)] : [],
      ),
    )
    if (send) presetValues.set(work, { status: 'requested', requested_by: work.me.id || null, requested_at: work.now })
    try {
      const created = requests.length > 0 ? await work.kit.repository(sampleRequests.name).create(work, requests) : []
      if (send) for (const request of created) await notifySupplier(work, 'sample_requested', request)
    } finally {
      presetValues.delete(work)
    }
    return { made: requests.length, lines: planned.map(responseLine) }
  }
}

type Reason = 'no_plan' | 'not_open' | 'no_date' | null

interface Line {
  id: number
  line_title: string
  line_status: string
  order_status: string
  supplier_id: number
  country: string | null
  article_id: number
  colourway_id: number | null
  product_category_id: number | null
  ex_factory_date: string | null
  base_size_id: number | null
  sizes: number[]
}

interface PlannedLine {
  line: Line
  plan: string | null
  reason: Reason
  samples: PlannedSamples[]
}

const requestOf = (
  line: Line,
  kind: SampleKind,
  sizes: readonly number[],
  due_date: string,
  location_id: number | null,
) => ({
  sample_type_id: kind.id,
  po_line_id: line.id,
  article_id: line.article_id,
  colourway_id: line.colourway_id,
  supplier_id: line.supplier_id,
  location_id,
  due_date,
  sizes: (sizes.length > 0 ? sizes : [null]).map((size_id) => ({ size_id, qty: kind.qty })),
})

const responseLine = ({ line: { id, line_title }, plan, reason, samples }: PlannedLine) => ({
  id,
  line_title,
  plan,
  reason,
  samples: samples.map(({ kind, due_date, is_moved, state }) => ({
    ...{ sample_type_id: kind.id, name_en: kind.name_en, name_zh: kind.name_zh },
    ...{ due_date, is_moved, state },
  })),
})

/** Lines in the caller's scope with the ordered sizes, otherwise the sizes of the article. */
const linesSql = (kit: Kit, scope: ReturnType<typeof readScopeOf>) => sql`
  select l.id, l.line_title, l.line_status, o.status as order_status, o.supplier_id, s.country, l.article_id, l.colourway_id,
    coalesce(l.product_category_id, o.product_category_id) as product_category_id, l.ex_factory_date::text, a.base_size_id, coalesce(
      (select json_agg(x.size_id order by z.sort_order, z.id) from po_line_sizes x join sizes z on z.id = x.size_id
       where x.po_line_id = l.id and x.qty > 0 and z.size_scale_id = a.size_scale_id),
      (select json_agg(z.id order by z.sort_order, z.id) from sizes z where z.size_scale_id = a.size_scale_id), '[]') as sizes
  from po_lines as l join purchase_orders as o on o.id = l.purchase_order_id join suppliers as s on s.id = o.supplier_id
    join articles as a on a.id = l.article_id
  where l.id = any(${slot('ids')}::bigint[]) and ${kit.selects.inScope(kit.register.get('po-lines'), scope, 'l')}
  order by l.ex_factory_date, l.id`

/** The keys of all requests that the lines or their articles have; of several rounds only the last one counts. */
const readExistingKeys = async (on: Queryable, lines: readonly Line[]): Promise<Set<string>> => {
  const rows = await on.query<
    Doc & Parameters<typeof sampleKey>[1] & { type: number; needs_line: boolean; needs_colourway: boolean }
  >(
    `select t.id as type, t.needs_line, t.needs_colourway, r.po_line_id as id, r.article_id, r.colourway_id, r.supplier_id
     from sample_requests r join sample_types t on t.id = r.sample_type_id
     where r.article_id = any($1::bigint[]) and r.status <> all($2::text[])`,
    [[...new Set(lines.map(({ article_id }) => article_id))], [...endedStates, 'resubmitted']],
    'sample_requests_known',
  )
  return new Set(rows.map(({ type, ...row }) => sampleKey({ ...row, id: type }, row)))
}
