import { addDays, daysBetween } from '#shared/base/dates.ts'
import { addWorkingDays, nearestWorkingDay, type WorkingCalendar } from '#shared/base/working-days.ts'
import type { TaskAnchor, TaskOwner } from './tna-terms'

export type Anchors = Record<TaskAnchor, string | null>

/** When a milestone of a template is due. */
export interface Timing {
  anchor: TaskAnchor
  offset_days: number
  /** The offset for goods that fly, where it differs. */
  offset_days_air: number | null
}

/**
 * The due date of a milestone: an offset in days from its anchor, on a working day of its owner. Milestones before
 * their anchor move to the previous working day, all others to the next; none is due before the order was issued, nor on
 * that day where its owner does not work. Null while the anchor is unknown.
 */
export const dueDate = (
  { anchor, offset_days, offset_days_air }: Timing,
  anchors: Anchors,
  { flies = false, calendar }: { flies?: boolean; calendar: WorkingCalendar },
): string | null => {
  const from = anchors[anchor]
  if (from === null) return null
  const offset = flies ? (offset_days_air ?? offset_days) : offset_days
  const day = offset === 0 ? from : nearestWorkingDay(addDays(from, offset), calendar, offset > 0 ? 1 : -1)
  if (anchors.order === null || day >= anchors.order) return day
  return offset === 0 ? anchors.order : nearestWorkingDay(anchors.order, calendar)
}

/** A milestone of a line as its rules look at it. */
export interface Milestone {
  code: string
  seq: number
  owner: string | null
  status: string
  filled_by: string | null
  anchor: string | null
  revised_date: string | null
  expected_date: string | null
  actual_date: string | null
  duration_days: number | null
  after_code: string | null
  and_after_code: string | null
}

type Dated = Pick<Milestone, 'status' | 'revised_date' | 'expected_date' | 'actual_date'>

/**
 * Days by which a milestone is late: for a done one its actual delay (negative: early), for a pending one the days
 * since its due date, or the delay that its owner expects. Zero when on time, skipped or without a date.
 */
export const lateDays = ({ status, revised_date, expected_date, actual_date }: Dated, today: string): number => {
  if (revised_date === null || status === 'skipped') return 0
  if (status === 'done') return actual_date === null ? 0 : daysBetween(revised_date, actual_date)
  return Math.max(0, daysBetween(revised_date, latest(today, expected_date)))
}

/** Whether a milestone is to be done and late: what lists and their filter mean by the word. */
export const isLate = (task: Dated, today: string): boolean => task.status === 'pending' && lateDays(task, today) > 0

/** The lateness that is stored with a milestone, independent of today; null while it is unknown. */
export const keptLateDays = ({ status, revised_date, expected_date, actual_date }: Dated): number | null => {
  const day = status === 'done' ? actual_date : status === 'pending' ? expected_date : null
  return revised_date === null || day === null ? null : daysBetween(revised_date, day)
}

/** What decides when a line can leave the factory. */
export interface CriticalPath {
  /** The milestone that the line leaves the factory with. */
  target: string
  /** The expected date. */
  forecast: string
  /** Days that this is after its due date; negative where there is time to spare. */
  slip: number
  /** Codes of the pending milestones that the day hangs on, the first to do first. */
  chain: string[]
  /** The one that everything waits for: the first late one of the chain, or its first. */
  holder: string
}

/** When each side works. */
export type OwnerCalendars = Record<TaskOwner, WorkingCalendar>

/**
 * The critical path: the chain of pending milestones that decides a line's ex-factory date. A milestone is reached on
 * its due date, or later when today, its owner's expected date or its predecessors and its own duration require it;
 * durations are working days of its owner. Null when no milestone before ex-factory is pending. Successors of a skipped
 * milestone wait for its predecessors.
 */
export const criticalPath = (
  tasks: readonly Milestone[],
  today: string,
  calendars: OwnerCalendars,
): CriticalPath | null => {
  const byCode = new Map(tasks.map((task) => [task.code, task]))
  const target = targetOf(tasks)
  if (!target?.revised_date) return null
  const reached = new Map<string, string | null>()
  const waitsFor = (task: Milestone, seen: ReadonlySet<string> = new Set([task.code])): Milestone[] =>
    [task.after_code, task.and_after_code].flatMap((code) => {
      const before = byCode.get(code ?? '')
      if (!before || seen.has(before.code)) return []
      return before.status === 'skipped' ? waitsFor(before, new Set([...seen, before.code])) : [before]
    })

  const reach = (task: Milestone): string | null => {
    const known = reached.get(task.code)
    if (known !== undefined) return known
    // Where milestones wait for each other in a circle, the first is reached by itself.
    reached.set(task.code, null)
    const day = task.status === 'done' ? task.actual_date : pendingDay(task)
    reached.set(task.code, day)
    return day
  }
  const pendingDay = (task: Milestone): string | null => {
    if (task.revised_date === null) return null
    return waitsFor(task).reduce((day, before) => latest(day, afterOf(task, before)), ownDay(task))
  }
  /**
   * The earliest day of a milestone after its predecessor; an expected date from its owner already includes the
   * duration.
   */
  const afterOf = (task: Milestone, before: Milestone): string | null => {
    const day = reach(before)
    if (day === null || task.expected_date !== null) return day
    const calendar = calendarOf(task)
    const days = task.duration_days ?? 0
    return calendar.weekdays.length > 0 ? addWorkingDays(day, days, calendar) : addDays(day, days)
  }
  /** The expected or due date; a milestone in arrears is reached on the next working day at the earliest. */
  const ownDay = (task: Milestone): string => {
    const day = task.expected_date ?? task.revised_date
    return day !== null && day >= today ? day : nearestWorkingDay(today, calendarOf(task))
  }
  const calendarOf = ({ owner }: Milestone) => calendars[owner === 'office' ? 'office' : 'supplier']

  const forecast = reach(target) ?? target.revised_date
  const chain = chainTo(target, (task) =>
    waitsFor(task)
      .filter(({ status }) => status === 'pending')
      .map((before) => ({ before, day: afterOf(task, before) ?? '' })),
  )
  const holder = chain.find((task) => lateDays(task, today) > 0) ?? chain[0] ?? target
  return {
    target: target.code,
    forecast,
    slip: daysBetween(target.revised_date, forecast),
    chain: chain.map(({ code }) => code),
    holder: holder.code,
  }
}

/** The chain from the deciding milestone to the target, following the latest predecessor each time. */
const chainTo = (
  target: Milestone,
  waitsFor: (task: Milestone) => { before: Milestone; day: string }[],
): Milestone[] => {
  const chain: Milestone[] = []
  let next: Milestone | undefined = target
  while (next && !chain.includes(next)) {
    chain.unshift(next)
    next = waitsFor(next).sort((a, b) => (a.day < b.day ? 1 : -1))[0]?.before
  }
  return chain
}

/** What the line leaves the factory with; a calendar without such a milestone ends with its last one before that day. */
const targetOf = (tasks: readonly Milestone[]): Milestone | undefined => {
  const leaving = tasks.find(({ filled_by }) => filled_by === 'ex_factory')
  if (leaving?.status === 'done') return undefined
  if (leaving?.status === 'pending' && leaving.revised_date !== null) return leaving
  return tasks
    .filter(
      (task) =>
        task.status === 'pending' && task.revised_date !== null && task.anchor !== 'etd' && task.anchor !== 'eta',
    )
    .sort((a, b) => ((a.revised_date ?? '') < (b.revised_date ?? '') ? -1 : 1) || a.seq - b.seq)
    .at(-1)
}

/** The later of two days, of which the second may be missing. */
const latest = (day: string, other: string | null): string => (other !== null && other > day ? other : day)

/** A milestone as the plan shows it. */
export interface PlannedTask extends Milestone {
  id: number
  version: number
  name_en: string
  name_zh: string | null
  owner: TaskOwner
  planned_date: string | null
  reason: string | null
  set_by: string | null
}

/** An order line with its milestones, as the API's plan answers it. */
export interface PlannedLine {
  id: number
  line_title: string
  purchase_order_id: number
  po_no: string
  article_no: string
  article_en: string
  article_zh: string | null
  supplier_id: number
  supplier: string
  /** The supplier's, by which its days are worked. */
  country: string | null
  qty: number
  uom: string | null
  ex_factory_date: string | null
  line_status: string
  tasks: PlannedTask[]
}

/** What the API's plan answers: lines, and when the office and their suppliers' countries work. */
export interface Plan {
  lines: PlannedLine[]
  more: boolean
  calendars: Record<string, WorkingCalendar>
}

/** The name of the office's calendar among those of countries. */
export const officeCalendar = 'office'
