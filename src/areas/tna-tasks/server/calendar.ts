import type { Calendars } from '#server/kit/working-calendars.ts'
import { type Anchors, dueDate, keptLateDays } from '#shared/trade/tna.ts'
import type { TaskAnchor, TaskOwner, TaskReporter } from '#shared/trade/tna-terms.ts'

/** A milestone of a template. */
export interface Item {
  seq: number
  code: string
  name_en: string
  name_zh: string | null
  owner: TaskOwner
  anchor: TaskAnchor
  offset_days: number
  offset_days_air: number | null
  duration_days: number | null
  filled_by: TaskReporter
  after_code: string | null
  and_after_code: string | null
}

/** A milestone of a line. */
export interface Task extends Item {
  status: string
  planned_date: string | null
  revised_date: string | null
  expected_date: string | null
  actual_date: string | null
  late_days: number | null
  set_by: string | null
}

/** The facts that a line's plan depends on. */
export interface LineFacts {
  /** The line is open, and its order has been issued. */
  is_live: boolean
  issued_on: string | null
  country: string | null
  flies: boolean
  anchors: Anchors
  /** The day of each event that completes a milestone. */
  facts: Partial<Record<TaskReporter, string | null>>
}

/** Creates a milestone of a line from its template and the facts of the line. */
export const newTask = (item: Item, line: LineFacts, calendars: Calendars): Task => {
  const { seq, code, name_en, name_zh, owner, anchor, offset_days, offset_days_air } = item
  const { duration_days, filled_by, after_code, and_after_code } = item
  const task: Task = {
    seq,
    code,
    name_en,
    name_zh,
    owner,
    anchor,
    offset_days,
    offset_days_air,
    duration_days,
    filled_by,
    after_code,
    and_after_code,
    status: 'pending',
    planned_date: null,
    revised_date: null,
    expected_date: null,
    actual_date: null,
    late_days: null,
    set_by: null,
  }
  return { ...task, ...settled(task, line, calendars) }
}

type Settled = Pick<Task, 'status' | 'planned_date' | 'revised_date' | 'actual_date' | 'late_days' | 'set_by'>

/**
 * A milestone derived from its line: filled by events, dropped when the line ends and restored with it, due by its
 * anchor. The first planned date stays; a done milestone keeps its due date.
 */
export const settled = (task: Task, line: LineFacts, calendars: Calendars): Settled => {
  const { status, actual_date, set_by } = stateOf(task, line)
  const due = dueDate(task, line.anchors, {
    flies: line.flies,
    calendar: calendars(task.owner === 'office' ? null : line.country),
  })
  const isKept = status !== 'pending' && task.revised_date !== null
  const revised_date = isKept ? task.revised_date : (due ?? task.revised_date)
  return {
    status,
    actual_date,
    set_by,
    planned_date: task.planned_date ?? revised_date,
    revised_date,
    late_days: keptLateDays({ status, revised_date, expected_date: task.expected_date, actual_date }),
  }
}

type State = Pick<Task, 'status' | 'actual_date' | 'set_by'>
const pending: State = { status: 'pending', actual_date: null, set_by: null }

const stateOf = ({ status, actual_date, set_by, filled_by }: Task, { is_live, facts }: LineFacts): State => {
  // Dates set by a person stay.
  if (set_by === 'person') return { status, actual_date, set_by }
  const happened = facts[filled_by]
  if (happened) return { status: 'done', actual_date: happened, set_by: 'event' }
  if (status === 'done' && set_by !== 'event') return { status, actual_date, set_by }
  return is_live ? pending : { status: 'skipped', actual_date: null, set_by: 'line' }
}
