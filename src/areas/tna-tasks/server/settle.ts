import type { Doc, Work } from '#server/kit/kit.ts'
import { type Calendars, readCalendars } from '#server/kit/working-calendars.ts'
import type { FieldChange, RecordWrite } from '#server/kit/write/diff.ts'
import { assignIds, type HistoryEntry, writeRecords } from '#server/kit/write/store.ts'
import { addDays } from '#shared/base/dates.ts'
import { tnaTasks } from '../area'
import { type Item, type LineFacts, newTask, settled, type Task } from './calendar'
import { factsSql } from './fillers'
import { templateOf, templates } from './templates'

/** The plans to update: all lines of some orders, or some lines. */
export type Planned = { orders: readonly number[] } | { lines: readonly number[] }

/**
 * Updates plans in the transaction that changed the facts they depend on: issued lines get their milestones, dates
 * follow their anchors, events complete milestones, and ended lines skip the remaining ones. The history records the
 * cause of moved dates.
 */
export const settle = async (work: Work, planned: Planned, cause = 'edit'): Promise<void> => {
  const [by, ids]: [by: 'orders' | 'lines', ids: number[]] =
    'orders' in planned ? ['orders', [...new Set(planned.orders)]] : ['lines', [...new Set(planned.lines)]]
  if (ids.length === 0) return
  const lines = await readLines(work, by, ids)
  const tasks = await readTasks(work, by, ids)
  const lacking = lines.filter((line) => isToPlan(work, line) && !tasks.has(line.id))
  const currentTemplates = lacking.length > 0 ? await templates(work) : null
  if (tasks.size === 0 && !currentTemplates?.items.size) return
  const calendars = await readCalendars(work.tx)
  const writes: RecordWrite[] = []
  const history: HistoryEntry[] = []

  for (const line of lines) {
    const existing = tasks.get(line.id)
    const items =
      existing || !currentTemplates || !lacking.includes(line)
        ? []
        : templateOf(currentTemplates, line.product_category_id)
    for (const task of existing ?? []) settleTask(line, task)
    for (const item of items) writes.push(createWrite(line, item, calendars))
  }
  if (writes.length === 0) return
  await assignIds(work, writes)
  await writeRecords(work, writes, history)
  work.touched.add(tnaTasks.name)
  const changes = writes.map(({ record }) => ({ before: null, after: record }))
  for (const { follow } of work.kit.followers(tnaTasks.name)) await follow(work, changes)

  function settleTask(line: Line, task: Stored) {
    // The supplier never saw a recalled order, so its plan is deleted; it starts again when the order is issued again.
    if (!line.issued_on) {
      writes.push({ area: tnaTasks, kind: 'delete', record: task, parent: null, changes: [] })
      return
    }
    const after = { ...task, ...settled(task, line, calendars) }
    const changes = changesOf(task, after)
    if (changes.length === 0) return
    writes.push({ area: tnaTasks, kind: 'update', record: after, parent: null, changes })
    history.push(entryOf(task, after, changes, cause))
  }
}

/** Lines imported from another system get no plan when their ex-factory date is more than two weeks past. */
const isToPlan = ({ context: { today } }: Work, { is_live, issued_on, anchors }: Line): boolean =>
  is_live && issued_on !== null && (anchors.ex_factory === null || anchors.ex_factory >= addDays(today, -14))

/**
 * Creates plans for the first issued orders without one, after the given order id. Returns the last order id, or null
 * when no order is left.
 */
export const planNext = async (work: Work, after: number): Promise<number | null> => {
  const rows = await work.tx.query<{ id: number }>(
    `select o.id from purchase_orders o
     where o.id > $1 and o.issued_at is not null and o.status = any($2::text[])
       and not exists (select 1 from tna_tasks t where t.purchase_order_id = o.id)
     order by o.id limit $3`,
    [after, liveStates, ordersAtOnce],
    'tna_orders_out',
  )
  await settle(work, { orders: rows.map(({ id }) => id) })
  return rows.at(-1)?.id ?? null
}

/** The plans that a change of a calendar affects: those of suppliers in a country, of one supplier, or all. */
export interface Concerned {
  country?: string
  supplier?: number
}

/**
 * Settles the next orders with unfinished milestones, after the given order id; `cause` goes to the history. Returns
 * the last order id, or null when no order is left.
 */
export const settleNext = async (
  work: Work,
  after: number,
  { country, supplier }: Concerned,
  cause: string,
): Promise<number | null> => {
  const rows = await work.tx.query<{ id: number }>(
    `select o.id from purchase_orders o join suppliers s on s.id = o.supplier_id
     where o.id > $1 and ($2::text is null or s.country = $2::text) and ($3::bigint is null or s.id = $3::bigint)
       and exists (select 1 from tna_tasks t where t.purchase_order_id = o.id and t.status = 'pending')
     order by o.id limit $4`,
    [after, country ?? null, supplier ?? null, ordersAtOnce],
    'tna_orders_to_settle',
  )
  await settle(work, { orders: rows.map(({ id }) => id) }, cause)
  return rows.at(-1)?.id ?? null
}

/** Some thousand milestones: short enough not to block other writers. */
const ordersAtOnce = 20

/** States of an order in which its plans are updated. */
const liveStates = ['issued', 'change_proposed', 'confirmed']

/** Whether the line of a milestone, or its order, has been closed or cancelled. */
export const hasEnded = async ({ tx }: Work, { po_line_id }: Doc): Promise<boolean> => {
  const live = await tx.query(
    `select 1 from po_lines l join purchase_orders o on o.id = l.purchase_order_id
     where l.id = $1 and l.line_status = 'open' and o.status = any($2::text[])`,
    [po_line_id, liveStates],
    'tna_task_line_live',
  )
  return live.length === 0
}

interface Line extends LineFacts {
  id: number
  purchase_order_id: number
  supplier_id: number
  product_category_id: number | null
}
type Stored = Task & Doc

const readLines = ({ tx }: Work, by: 'orders' | 'lines', ids: readonly number[]): Promise<Line[]> =>
  tx.query<Line>(
    `select l.id, l.purchase_order_id, o.supplier_id, s.country,
       coalesce(l.product_category_id, o.product_category_id) as product_category_id,
       l.line_status = 'open' and o.status = any($2::text[]) as is_live,
       (o.issued_at at time zone 'UTC')::date::text as issued_on,
       coalesce(o.transport_mode, '') in ('air', 'courier') as flies,
       json_build_object('order', (o.issued_at at time zone 'UTC')::date, 'ex_factory', l.ex_factory_date,
         'etd', coalesce(l.etd, o.etd), 'eta', coalesce(l.eta, o.eta)) as anchors,
       ${factsSql} as facts
     from po_lines l join purchase_orders o on o.id = l.purchase_order_id join suppliers s on s.id = o.supplier_id
     where ${by === 'orders' ? 'l.purchase_order_id' : 'l.id'} = any($1::bigint[]) order by l.id`,
    [ids, liveStates],
    `tna_lines_of_${by}`,
  )

/** Milestones by line, locked until the end of the write, because a user may be completing one. */
const readTasks = async (
  { tx }: Work,
  by: 'orders' | 'lines',
  ids: readonly number[],
): Promise<Map<number, Stored[]>> => {
  const rows = await tx.query<{ task: Stored & { po_line_id: number } }>(
    `select to_jsonb(t) - 'search' as task from tna_tasks t
     where ${by === 'orders' ? 'purchase_order_id' : 'po_line_id'} = any($1::bigint[]) order by id for update`,
    [ids],
    `tna_tasks_of_${by}`,
  )
  const tasks = new Map<number, Stored[]>()
  for (const { task } of rows) tasks.set(task.po_line_id, [...(tasks.get(task.po_line_id) ?? []), task])
  return tasks
}

const createWrite = (line: Line, item: Item, calendars: Calendars): RecordWrite => ({
  area: tnaTasks,
  kind: 'insert',
  record: {
    ...newTask(item, line, calendars),
    po_line_id: line.id,
    purchase_order_id: line.purchase_order_id,
    supplier_id: line.supplier_id,
  },
  parent: null,
  changes: [],
})

const followed = ['planned_date', 'revised_date', 'actual_date', 'late_days', 'set_by', 'supplier_id'] as const
const changesOf = (before: Stored, after: Stored): FieldChange[] =>
  [...followed, 'status' as const].flatMap((field) =>
    (before[field] ?? null) === (after[field] ?? null)
      ? []
      : [{ field, old: before[field] ?? null, new: after[field] ?? null }],
  )

const entryOf = (before: Stored, after: Stored, changes: FieldChange[], cause: string): HistoryEntry => ({
  area: tnaTasks.name,
  record_id: Number(before.id),
  document_area: tnaTasks.name,
  document_id: Number(before.id),
  action: before.status === after.status ? cause : (moveInto[after.status] ?? 'edit'),
  from_status: before.status,
  to_status: after.status,
  comment: null,
  changes: changes.filter(({ field }) => field !== 'status'),
})
const moveInto: Record<string, string> = { done: 'finish', skipped: 'skip', pending: 'reopen' }
