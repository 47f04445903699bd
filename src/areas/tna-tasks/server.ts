import { sql } from 'kysely'
import { type Change, type Doc, type MoveServer, serve, type Work } from '../../server/kit/area-server'
import { invalid } from '../../server/kit/errors'
import { system } from '../../server/kit/principal'
import { today } from '../../shared/dates'
import { zoneOf } from '../../shared/standards/time-zones'
import { say } from '../../shared/text'
import { keptLateDays } from '../../shared/tna'
import { tnaTasks } from './area'
import { paths, routes } from './server/plan'
import { ordersOf, planNext, settle } from './server/settle'

export const server = serve(tnaTasks, {
  scopes: {
    // The supplier's own column finds the rows, the order says whether they may be seen.
    own: (alias, caller, inScope) => sql<boolean>`(${sql.id(alias, 'supplier_id')} = ${caller.supplier_id} and exists (
      select 1 from po_lines as tl where tl.id = ${sql.id(alias, 'po_line_id')} and ${inScope('po-lines', 'tl')}))`,
  },

  conditions: {
    is_late: (alias, holds) =>
      holds(sql`(${sql.id(alias, 'status')} = 'pending'
        and ${sql.id(alias, 'revised_date')} < greatest(current_date, ${sql.id(alias, 'expected_date')}))`),
    due_by: (alias, holds) => sql`(${sql.id(alias, 'status')} = 'pending' and ${holds(sql.id(alias, 'revised_date'))})`,
  },

  prepare: async (work, changes) => {
    await nameOrders(work, changes)
    for (const { after } of changes)
      after.late_days = keptLateDays(after as unknown as Parameters<typeof keptLateDays>[0])
    return undefined
  },

  moves: {
    finish: {
      effect: async (work, target, _change, { actual_date }) => {
        if (String(actual_date) > (await lastDay(work, target)))
          throw invalid({ actual_date: [say('problems.tna-tasks.not_yet')] })
        Object.assign(target, { actual_date, set_by: 'person', done_by: work.me.id || null })
      },
    },
    revise: {
      effect: (work, target, _change, { expected_date, reason }) => {
        if (String(expected_date) < work.context.today)
          throw invalid({ expected_date: [say('problems.tna-tasks.gone_by')] })
        Object.assign(target, { expected_date, reason })
      },
    },
    skip: { effect: (_work, target, _change, { reason }) => void Object.assign(target, { reason, set_by: 'person' }) },
    reopen: {
      effect: (_work, target) =>
        void Object.assign(target, { actual_date: null, reason: null, set_by: null, done_by: null }),
    },
  } satisfies Record<string, MoveServer>,

  // What happens to orders and their lines fills, moves and drops milestones.
  follows: {
    'purchase-orders': (work, changes) => settle(work, changes.filter(concernsCalendar).map(idOf)),
    'wip-reports': (work, changes) => ofLines(work, changes.map(lineOf)),
    'factory-allocations': (work, changes) => ofLines(work, changes.map(lineOf)),
    // The first template that counts for all gives a calendar to what is under way without one: some orders now, the
    // others one portion after the other, for nobody waits for those of a year.
    settings: async (work, [change]) => {
      if (change?.after.tna_template_id && !change.before?.tna_template_id) await planFrom(work, 0)
    },
  },

  followsRemoval: {
    'wip-reports': (work, doc) => ofLines(work, [Number(doc.po_line_id)]),
    'factory-allocations': (work, doc) => ofLines(work, [Number(doc.po_line_id)]),
  },

  jobs: {
    tna_plan: (kit, asked) =>
      kit.write(system, 'import', (work) => planFrom(work, Number((asked as { after: number }).after))),
  },

  routes,
  paths,
})

const planFrom = async (work: Work, after: number): Promise<void> => {
  const last = await planNext(work, after)
  if (last !== null) await work.enqueue('tna_plan', { after: last })
}

const idOf = ({ after }: Change) => Number(after.id)
const lineOf = ({ after }: Change) => Number(after.po_line_id)
const ofLines = async (work: Work, lines: readonly number[]) => settle(work, await ordersOf(work, lines))

/** A milestone stands beside its line's order and supplier. */
const nameOrders = async (work: Work, changes: readonly Change[]) => {
  const made = changes.filter(({ before }) => before === null)
  if (made.length === 0) return
  const rows = await work.tx.query<{ id: number; purchase_order_id: number; supplier_id: number }>(
    `select l.id, o.id as purchase_order_id, o.supplier_id from po_lines l
     join purchase_orders o on o.id = l.purchase_order_id where l.id = any($1::bigint[])`,
    [made.map(({ after }) => after.po_line_id)],
    'tna_task_orders',
  )
  const orders = new Map(rows.map(({ id, ...order }) => [id, order]))
  for (const { after } of made) Object.assign(after, orders.get(Number(after.po_line_id)))
}

/** The last day that may be said: today, where the supplier is or where the portal runs. */
const lastDay = async (work: Work, { supplier_id }: Doc): Promise<string> => {
  const [supplier] = await work.tx.query<{ country: string | null }>(
    'select country from suppliers where id = $1',
    [supplier_id],
    'tna_task_country',
  )
  const there = today(zoneOf(supplier?.country ?? null), new Date(work.now))
  return there > work.context.today ? there : work.context.today
}

/** Whether a write may change the calendar of an order's lines; drafts have none. */
const concernsCalendar = ({ before, after }: Change): boolean =>
  Boolean(after.issued_at || before?.issued_at) && (before === null || factsOf(before) !== factsOf(after))

const factsOf = (order: Doc): string =>
  JSON.stringify([
    headerFacts.map((field) => order[field]),
    (order.lines as Doc[]).map((line) => lineFacts.map((field) => line[field])),
  ])
const headerFacts = ['status', 'issued_at', 'acknowledged_at', 'transport_mode', 'supplier_id'] as const
const lineFacts = [
  'id',
  'line_status',
  'qty',
  'ex_factory_date',
  'etd',
  'eta',
  'wip_stage',
  'wip_qty',
  'wip_reported_on',
  'packed_qty',
  'factory_id',
] as const
