import { sql } from 'kysely'
import { samplesOfLine } from '#server/allocation/sample-lines.ts'
import { invalid } from '#server/kit/errors.ts'
import { type Change, type Doc, type Kit, type MoveHooks, serve, type Work } from '#server/kit/kit.ts'
import { isPast } from '#server/kit/past-day.ts'
import { system } from '#server/kit/principal.ts'
import { isLongBefore, today } from '#shared/base/dates.ts'
import { problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { zoneOf } from '#shared/standards/time-zones.ts'
import { taskLateSql } from '#shared/trade/late-sql.ts'
import { keptLateDays } from '#shared/trade/tna.ts'
import { tnaTasks } from './area'
import { routes } from './server/plan'
import { type Concerned, hasEnded, planNext, settle, settleNext } from './server/settle'

export const server = serve(tnaTasks, {
  scopes: {
    // The supplier column finds the rows by index; the order decides whether they are in scope.
    own: (alias, caller, inScope) => sql<boolean>`(${sql.id(alias, 'supplier_id')} = ${caller.supplier_id} and exists (
      select 1 from po_lines as tl where tl.id = ${sql.id(alias, 'po_line_id')} and ${inScope('po-lines', 'tl')}))`,
  },

  conditions: {
    is_late: (alias, holds, caller) =>
      holds(
        sql`(${sql.id(alias, 'status')} = 'pending' and (select ${sql.raw(taskLateSql(alias, 'd.today'))} > 0 from (select ${caller.today} as today) d))`,
      ),
    due_by: (alias, holds) => sql`(${sql.id(alias, 'status')} = 'pending' and ${holds(sql.id(alias, 'revised_date'))})`,
  },

  prepare: async (work, changes) => {
    await nameOrders(work, changes)
    for (const { after } of changes)
      after.late_days = keptLateDays(after as unknown as Parameters<typeof keptLateDays>[0])
    return undefined
  },

  // Reopening a milestone that was completed by hand settles its line, which may complete or skip it again from the
  // facts.
  written: (work, changes) =>
    settleLines(
      work,
      changes.flatMap((change) => (isReopened(change) ? [lineOf(change)] : [])),
    ),

  moves: {
    finish: {
      guard: async (work, target) =>
        target.filled_by === 'prices_released' && (await hasOpenPrices(work, target))
          ? [problem(textOf('problems.tna-tasks.prices_open'))]
          : [],
      effect: async (work, target, _change, { actual_date }) => {
        const { last, ordered_on } = await daysOf(work, target)
        const day = String(actual_date)
        if (day > last) throw invalid({ actual_date: [textOf('problems.tna-tasks.not_yet')] })
        if (isLongBefore(day, ordered_on))
          throw invalid({ actual_date: [textOf('problems.tna-tasks.long_before', { date: String(ordered_on) })] })
        Object.assign(target, { actual_date, set_by: 'person', done_by: work.me.id || null })
      },
    },
    revise: {
      effect: async (work, target, _change, { expected_date, reason }) => {
        if (await isPast(work, expected_date, target.supplier_id))
          throw invalid({ expected_date: [textOf('problems.tna-tasks.gone_by')] })
        Object.assign(target, { expected_date, reason })
      },
    },
    skip: { effect: (_work, target, _change, { reason }) => void Object.assign(target, { reason, set_by: 'person' }) },
    reopen: {
      // Settling the line would skip it again at once.
      guard: async (work, target) =>
        (await hasEnded(work, target)) ? [problem(textOf('problems.tna-tasks.set_by_line'))] : [],
      effect: (_work, target) =>
        void Object.assign(target, { actual_date: null, reason: null, set_by: null, done_by: null }),
    },
  } satisfies Record<string, MoveHooks>,

  // Events of orders and their lines complete, move and skip milestones.
  follows: {
    'purchase-orders': async (work, changes) => {
      const ofIssued = changes.filter(({ before, after }) => after.issued_at || before?.issued_at)
      await settle(work, { orders: ofIssued.filter(concernsAllLines).map(idOf) })
      await settle(work, { lines: ofIssued.filter((change) => !concernsAllLines(change)).flatMap(concernedLines) })
    },
    'wip-reports': (work, changes) => settleLines(work, changes.map(lineOf)),
    'factory-allocations': (work, changes) => settleLines(work, changes.map(lineOf)),
    'fibre-allocations': (work, changes) => settleLines(work, changes.map(lineOf)),
    'care-allocations': (work, changes) => settleLines(work, changes.map(lineOf)),
    'spec-allocations': (work, changes) => settleLines(work, changes.map(lineOf)),
    'artwork-allocations': (work, changes) => settleLines(work, changes.map(lineOf)),
    'po-line-rrps': (work, changes) => settleLines(work, changes.map(lineOf)),
    // Writes that do not change the status cannot complete a milestone.
    'sample-requests': async (work, changes) => {
      const decisive = changes.filter(({ before, after }) => before && before.status !== after.status)
      await settleLines(work, await linesOfSamples(work, decisive.map(idOf)))
    },
    'qa-activities': async (work, changes) => {
      const decisive = changes.filter(({ before, after }) => before && before.status !== after.status)
      await settleLines(
        work,
        decisive.flatMap(({ after }) => Number(after.po_line_id) || []),
      )
    },
    bookings: (work, changes) => settleLines(work, changes.flatMap(bookedLines)),
    calendars: async (work, changes) => {
      for (const { before, after } of changes)
        if (datesOf(before) !== datesOf(after))
          for (const country of new Set([before?.country, after.country])) await followCalendar(work, country)
    },
    suppliers: async (work, changes) => {
      for (const { before, after } of changes)
        if (before && before.country !== after.country)
          await work.enqueue('tna_calendar', { supplier: after.id, after: 0 })
    },
    // Setting the first default template creates plans for open orders without one: some in this transaction, the
    // others in portions, so that no request waits for a year of orders.
    settings: async (work, [change]) => {
      if (change?.after.tna_template_id && !change.before?.tna_template_id) await planFrom(work, 0)
      if (change?.before && change.before.office_country !== change.after.office_country)
        await work.enqueue('tna_calendar', { after: 0 })
    },
  },

  followsRemoval: {
    'wip-reports': (work, doc) => settleLines(work, [Number(doc.po_line_id)]),
    'factory-allocations': (work, doc) => settleLines(work, [Number(doc.po_line_id)]),
    'fibre-allocations': (work, doc) => settleLines(work, [Number(doc.po_line_id)]),
    'care-allocations': (work, doc) => settleLines(work, [Number(doc.po_line_id)]),
    'spec-allocations': (work, doc) => settleLines(work, [Number(doc.po_line_id)]),
    'artwork-allocations': (work, doc) => settleLines(work, [Number(doc.po_line_id)]),
    'po-line-rrps': (work, doc) => settleLines(work, [Number(doc.po_line_id)]),
    calendars: (work, { country }) => followCalendar(work, country),
  },

  jobs: {
    tna_plan: (kit, payload) =>
      kit.write(system, 'import', (work) => planFrom(work, Number((payload as { after: number }).after))),
    tna_calendar: (kit, payload) => settleFrom(kit, 'tna_calendar', payload as Portion, 'calendar_changed'),
    tna_settle: (kit, payload) => settleFrom(kit, 'tna_settle', payload as Portion, 'edit'),
  },

  routes,
})

const planFrom = async (work: Work, after: number): Promise<void> => {
  const last = await planNext(work, after)
  if (last !== null) await work.enqueue('tna_plan', { after: last })
}

interface Portion extends Concerned {
  after: number
}

/** Settles one portion of plans and enqueues the next one in the same transaction, so that a crash loses neither. */
const settleFrom = (kit: Kit, job: string, { after, ...concerned }: Portion, cause: string) =>
  kit.write(system, 'edit', async (work) => {
    const last = await settleNext(work, after, concerned, cause)
    if (last !== null) await work.enqueue(job, { ...concerned, after: last })
  })

/**
 * The working days of a country have changed: enqueues the plans of its suppliers, or all plans if it is the office's
 * country.
 */
const followCalendar = async (work: Work, country: unknown) => {
  if (typeof country !== 'string') return
  const isOffice = work.context.settings.office_country === country
  await work.enqueue('tna_calendar', { ...(isOffice ? {} : { country }), after: 0 })
}

const datesOf = (calendar: Doc | null) =>
  calendar &&
  JSON.stringify([
    calendar.country,
    calendar.working_days,
    ((calendar.holidays ?? []) as Doc[]).map(({ date, kind }) => `${date} ${kind}`).sort(),
  ])

const isReopened = ({ before, after }: Change) =>
  before !== null && before.status !== 'pending' && after.status === 'pending'

const idOf = ({ after }: Change) => Number(after.id)
const lineOf = ({ after }: Change) => Number(after.po_line_id)
/** The lines of issued orders for which these samples are made. */
const linesOfSamples = async ({ tx }: Work, requests: readonly number[]): Promise<number[]> => {
  if (requests.length === 0) return []
  const rows = await tx.query<{ id: number }>(
    `select distinct l.id from sample_requests s join sample_types t on t.id = s.sample_type_id
       join po_lines l on l.article_id = s.article_id join purchase_orders o on o.id = l.purchase_order_id
     where s.id = any($1::bigint[]) and o.issued_at is not null and l.line_status = 'open' and ${samplesOfLine('s', 't')}`,
    [requests],
    'tna_lines_of_samples',
  )
  return rows.map(({ id }) => id)
}

/** The lines of a booking whose state, dates or receipts changed. */
const bookedLines = ({ before, after }: Change): number[] => {
  const isChanged = bookingFacts.some((field) => (before?.[field] ?? null) !== (after[field] ?? null))
  const earlier = new Map(((before?.lines ?? []) as Doc[]).map((line) => [line.id, line]))
  return ((after.lines ?? []) as Doc[]).flatMap((line) => {
    const earlierLine = earlier.get(line.id)
    const isReceived = (earlierLine?.received_qty ?? null) !== (line.received_qty ?? null)
    return isChanged || isReceived ? [Number(line.po_line_id)] : []
  })
}
const bookingFacts = ['status', 'atd', 'documents_complete_on']

const settleLines = (work: Work, lines: readonly number[]) => settle(work, { lines })

/** Copies order and supplier of the line to new milestones. */
const nameOrders = async (work: Work, changes: readonly Change[]) => {
  const created = changes.filter(({ before }) => before === null)
  if (created.length === 0) return
  const rows = await work.tx.query<{ id: number; purchase_order_id: number; supplier_id: number }>(
    `select l.id, o.id as purchase_order_id, o.supplier_id from po_lines l
     join purchase_orders o on o.id = l.purchase_order_id where l.id = any($1::bigint[])`,
    [created.map(({ after }) => after.po_line_id)],
    'tna_task_orders',
  )
  const orders = new Map(rows.map(({ id, ...order }) => [id, order]))
  for (const { after } of created) Object.assign(after, orders.get(Number(after.po_line_id)))
}

/** The latest date that may be reported (today, at the supplier or at the portal), and the date of the order. */
const daysOf = async (work: Work, { purchase_order_id }: Doc): Promise<{ last: string; ordered_on: string | null }> => {
  const [order] = await work.tx.query<{ country: string | null; ordered_on: string | null }>(
    `select s.country, coalesce(o.order_date, (o.issued_at at time zone 'UTC')::date)::text as ordered_on
     from purchase_orders o join suppliers s on s.id = o.supplier_id where o.id = $1`,
    [purchase_order_id],
    'tna_task_days',
  )
  const supplierToday = today(zoneOf(order?.country ?? null), new Date(work.now))
  return {
    last: supplierToday > work.context.today ? supplierToday : work.context.today,
    ordered_on: order?.ordered_on ?? null,
  }
}

/** Whether the line has unreleased retail prices; completing the milestone by hand would contradict them. */
const hasOpenPrices = async ({ tx }: Work, { po_line_id }: Doc): Promise<boolean> => {
  const [open] = await tx.query(
    `select 1 from po_line_rrps
     where po_line_id = $1 and status <> 'not_required' and released_at is null and archived_at is null limit 1`,
    [po_line_id],
    'tna_task_open_prices',
  )
  return open !== undefined
}

/** Whether a write may affect the plans of all lines of an order. */
const concernsAllLines = ({ before, after }: Change): boolean =>
  before === null || factsOf(before, headerFacts) !== factsOf(after, headerFacts)

/** The lines whose plans a write of their order may affect. */
const concernedLines = ({ before, after }: Change): number[] => {
  const earlier = new Map(((before?.lines ?? []) as Doc[]).map((line) => [line.id, factsOf(line, lineFacts)]))
  return (after.lines as Doc[]).flatMap((line) =>
    earlier.get(line.id) === factsOf(line, lineFacts) ? [] : [Number(line.id)],
  )
}

const factsOf = (record: Doc, names: readonly string[]): string => JSON.stringify(names.map((name) => record[name]))
const headerFacts = ['status', 'issued_at', 'acknowledged_at', 'transport_mode', 'supplier_id'] as const
const lineFacts = [
  'line_status',
  'qty',
  'ex_factory_date',
  'actual_ex_factory_date',
  'goods_state',
  'etd',
  'eta',
  'wip_stage',
  'wip_qty',
  'wip_reported_on',
  'packed_qty',
  'factory_id',
] as const
