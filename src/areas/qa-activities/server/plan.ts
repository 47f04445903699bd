import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod'
import type { Queryable } from '#server/db/types.ts'
import { route } from '#server/kit/api/route.ts'
import { notFound } from '#server/kit/errors.ts'
import type { Kit, Work } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import { type Principal, readScopeOf } from '#server/kit/principal.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { compile, run, type Statement, slot } from '#server/kit/read/sql.ts'
import { keyedCommand } from '#server/kit/write/keyed-write.ts'
import { today } from '#shared/base/dates.ts'
import { isLineOpen } from '#shared/trade/allocation.ts'
import { activityTypes } from '#shared/trade/qa.ts'
import { activitiesFor, type OpenMilestone, type PlannedActivity, plannedReporters } from '#shared/trade/qa-plan.ts'
import { qaActivities } from '../area'

/** The most lines of one command. */
const maxLines = 100

const body = z.strictObject({
  lines: z.array(z.int().positive().max(Number.MAX_SAFE_INTEGER)).min(1).max(maxLines),
  trial: z.boolean().default(false).describe('Answers what would be planned, and writes nothing.'),
})

const answer = z.object({
  made: z.int(),
  lines: z.array(
    z.object({
      id: z.int(),
      line_title: z.string(),
      reason: z.enum(['not_open', 'no_milestones']).nullable(),
      activities: z.array(
        z.object({
          type: z.enum(activityTypes),
          planned_date: z.string(),
          is_moved: z.boolean().describe('The day of the milestone is past; the activity is planned for today.'),
          state: z.enum(['new', 'exists']),
        }),
      ),
    }),
  ),
})

/**
 * `POST /api/qa-activities/plan`: plans the meetings, tests and inspections that the milestones of order lines wait for, in
 * one transaction. Types that a line has already are not planned again.
 */
export const planRoutes = (app: FastifyInstance, kit: Kit) => {
  const statements = memo<Statement>(20)

  route(
    app,
    {
      method: 'POST',
      url: `/api/${qaActivities.name}/plan`,
      tags: [qaActivities.name],
      summary: 'Plan the activities that the milestones of some order lines wait for',
      mayCall: ({ role }) => kit.can(role, qaActivities.name, 'create'),
      keyed: true,
      body,
      answer: { description: 'The activities of each line, and how many were planned', schema: answer },
      refusals: [401, 403, 404, 409, 422],
    },
    async (request, { body: { lines, trial } }) => {
      if (trial) return { made: 0, lines: (await plan(kit.db, request.me, lines, today())).map(toAnswer) }
      return keyedCommand(kit, request, 'create', (work) => createPlanned(work, lines))
    },
  )

  async function plan(on: Queryable, me: Principal, ids: readonly number[], day: string): Promise<PlannedLine[]> {
    const scope = readScopeOf(me)
    const statement = statements(scope, () => compile(linesSql(kit, scope)))
    const lineIds = [...new Set(ids)]
    const lines = await run<Line>(on, statement, { ids: lineIds, ...callerValues(me) })
    if (lines.length < lineIds.length) throw notFound()
    return lines.map((line) => {
      const isOpen = isLineOpen(line)
      const activities = isOpen ? activitiesFor(line.milestones, new Set(line.types), day) : []
      const reason = !isOpen ? 'not_open' : activities.length === 0 ? 'no_milestones' : null
      return { line, reason, activities }
    })
  }

  async function createPlanned(work: Work, ids: readonly number[]) {
    // Locked, so that of two concurrent commands the second sees the activities of the first.
    await work.tx.query('select pg_advisory_xact_lock(hashtext($1))', ['qa plans'], 'qa_plans_lock')
    const planned = await plan(work.tx, work.me, ids, work.context.today)
    const inputs = planned.flatMap(({ line, activities }) =>
      activities.flatMap(({ state, type, planned_date }) =>
        state === 'new' ? [{ type, planned_date, po_line_id: line.id, supplier_id: line.supplier_id }] : [],
      ),
    )
    if (inputs.length > 0) await work.kit.repository(qaActivities.name).create(work, inputs)
    return { made: inputs.length, lines: planned.map(toAnswer) }
  }
}

interface Line {
  id: number
  line_title: string
  line_status: string
  order_status: string
  supplier_id: number
  /** The open milestones that an activity fulfils. */
  milestones: OpenMilestone[]
  /** The types of the line's existing activities. */
  types: string[]
}

interface PlannedLine {
  line: Line
  reason: 'not_open' | 'no_milestones' | null
  activities: PlannedActivity[]
}

const toAnswer = ({ line: { id, line_title }, reason, activities }: PlannedLine) => ({
  ...{ id, line_title, reason, activities },
})

/** SQL: lines in the caller's scope with their open milestones and the types of their activities. */
const linesSql = (kit: Kit, scope: ReturnType<typeof readScopeOf>) => sql`
  select l.id, l.line_title, l.line_status, o.status as order_status, o.supplier_id,
    coalesce((select json_agg(json_build_object('filled_by', t.filled_by,
        'day', coalesce(t.expected_date, t.revised_date)::text) order by t.seq)
      from tna_tasks t where t.po_line_id = l.id and t.status = 'pending' and t.archived_at is null
        and t.filled_by in (${sql.join(plannedReporters.map((name) => sql.lit(name)))})
        and coalesce(t.expected_date, t.revised_date) is not null), '[]') as milestones,
    coalesce((select json_agg(distinct q.original_type) from qa_activities q
      where q.po_line_id = l.id and q.status <> 'cancelled' and q.archived_at is null), '[]') as types
  from po_lines as l join purchase_orders as o on o.id = l.purchase_order_id
  where l.id = any(${slot('ids')}::bigint[]) and ${kit.selects.inScope(kit.register.get('po-lines'), scope, 'l')}
  order by l.ex_factory_date, l.id`
