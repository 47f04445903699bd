import { addDays, daysBetween } from '#shared/base/dates.ts'
import { addWorkingDays, nearestWorkingDay, type WorkingCalendar } from '#shared/base/working-days.ts'
import type { TaskAnchor, TaskOwner } from './tna-terms'

export type Anchors = Record<TaskAnchor, string | null>

/** The due date of a milestone in a template: an offset in days from an anchor. */
export interface Timing {
  anchor: TaskAnchor
  offset_days: number
  /** The offset for goods sent by air, if it differs. */
  offset_days_air: number | null
}

/**
 * The due date of a milestone: its anchor plus an offset, moved to a working day of its owner. A milestone before its
 * anchor moves to the previous working day, any other to the next. It is never due before the order was issued or,
 * unless the owner works on that day, on the day of issue. Returns null while the anchor is unknown.
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

/** A milestone of a line, as far as these rules need it. Dates are `YYYY-MM-DD`. */
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
 * The days by which a milestone is late. For a done milestone its actual delay, negative if early; for a pending one
 * the days since its due date, or the delay that its owner expects if that is longer. Zero if it is on time, skipped or
 * has no date.
 */
export const lateDays = ({ status, revised_date, expected_date, actual_date }: Dated, today: string): number => {
  if (revised_date === null || status === 'skipped') return 0
  if (status === 'done') return actual_date === null ? 0 : daysBetween(revised_date, actual_date)
  return Math.max(0, daysBetween(revised_date, latest(today, expected_date)))
}

/** Whether a milestone is pending and late. Lists, their filter and the T&A plan use this definition. */
export const isLate = (task: Dated, today: string): boolean => task.status === 'pending' && lateDays(task, today) > 0

/** The lateness that is stored with a milestone, as far as it does not depend on today; null if unknown. */
export const keptLateDays = ({ status, revised_date, expected_date, actual_date }: Dated): number | null => {
  const day = status === 'done' ? actual_date : status === 'pending' ? expected_date : null
  return revised_date === null || day === null ? null : daysBetween(revised_date, day)
}

/** The chain of milestones that decides when a line can leave the factory. */
export interface CriticalPath {
  /** Code of the milestone at which the line leaves the factory. */
  target: string
  /** The expected date of the target. */
  forecast: string
  /** Days from the due date of the target to the expected date; negative if there is slack. */
  slip: number
  /** Codes of the pending milestones that the date depends on, the earliest first. */
  chain: string[]
  /** Code of the bottleneck: the first late milestone of the chain, or else its first. */
  holder: string
}

/** The working calendar of each side. */
export type OwnerCalendars = Record<TaskOwner, WorkingCalendar>

/**
 * The critical path of a line: the chain of pending milestones that decides its ex-factory date. Each milestone is
 * expected on its due date, or later if today, the date that its owner expects, or its predecessors plus its own
 * duration require that; durations are in working days of the owner. Successors of a skipped milestone wait for its
 * predecessors. Returns null if no milestone before ex-factory is pending.
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
    // Ends the recursion if milestones depend on each other in a cycle.
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
   * The earliest date of a milestone after its predecessor. A date that the owner expects already includes the
   * duration.
   */
  const afterOf = (task: Milestone, before: Milestone): string | null => {
    const day = reach(before)
    if (day === null || task.expected_date !== null) return day
    const calendar = calendarOf(task)
    const days = task.duration_days ?? 0
    return calendar.weekdays.length > 0 ? addWorkingDays(day, days, calendar) : addDays(day, days)
  }
  /** The expected or due date; for an overdue milestone the next working day. */
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

/** The chain that ends at the target, found by following the latest predecessor of each milestone. */
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

/**
 * The milestone at which the line leaves the factory; without such a milestone, the last pending one before departure.
 */
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

/** The later of two dates, of which the second may be null. */
const latest = (day: string, other: string | null): string => (other !== null && other > day ? other : day)

/** A milestone in the T&A plan. */
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

/** An order line with its milestones, as the API returns it in the T&A plan. */
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
  /** The supplier's country, whose calendar applies. */
  country: string | null
  qty: number
  uom: string | null
  ex_factory_date: string | null
  line_status: string
  tasks: PlannedTask[]
}

/** The T&A plan as the API returns it: lines, and the calendars of the office and of the suppliers' countries. */
export interface Plan {
  lines: PlannedLine[]
  more: boolean
  calendars: Record<string, WorkingCalendar>
}

/** The key of the office's calendar in `Plan.calendars`. */
export const officeCalendar = 'office'
