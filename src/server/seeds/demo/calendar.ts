import { addDays, daysBetween } from '#shared/base/dates.ts'
import { keptLateDays, type Milestone } from '#shared/trade/tna.ts'
import { createRandom } from './random'

/** A milestone of a demo line, as created with the order. */
export interface DemoMilestone extends Milestone {
  id: number
  owner: string
}

/** The state of a milestone by yesterday. */
export interface DemoOutcome {
  id: number
  status: string
  actual_date: string | null
  expected_date: string | null
  reason: string | null
  late_days: number | null
}

const reasons = [
  'The mill ships the fabric a week late.',
  'Lab dip missed the standard twice; third round under way.',
  '坯布短缺，染厂排期推迟。',
  'Fit comments came late; pattern corrected.',
  'Power cuts in the industrial zone.',
  '辅料未齐，等待吊牌到厂。',
]

/**
 * The milestones of a line that people completed by the day before `today`: most on time, some a few days late. On one
 * line in four, milestones of the last weeks are stuck, and hold up others. Deterministic for a given seed and day.
 */
export const milestonesDone = (tasks: readonly DemoMilestone[], today: string, seed: number): DemoOutcome[] => {
  const random = createRandom(seed * 7919 + 17)
  const isStuck = random.chance(0.25)
  const open = new Set<string>()
  const outcomes: DemoOutcome[] = []
  for (const task of tasks) {
    if (task.status !== 'pending') continue
    const waits = [task.after_code, task.and_after_code].some((code) => code && open.has(code))
    const due = task.revised_date
    const past = due === null ? -1 : daysBetween(due, today)
    const sticks = isStuck && past < 16 && random.chance(0.4)
    // People do not report milestones that events complete. They do report tickets, as labels are ordered long before use.
    const isFilled = task.filled_by !== 'manual' && task.filled_by !== 'tickets_confirmed'
    if (due === null || past < 1 || waits || sticks || isFilled) {
      open.add(task.code)
      if (sticks && past > 0 && !waits) outcomes.push(dated(task, today, random.integer(3, 12), random.pick(reasons)))
      continue
    }
    const wanted = addDays(
      due,
      random.weighted([-2, -1, 0, 0, 1, 2, 4], (days) => (days === 0 ? 3 : 1)),
    )
    outcomes.push(settledAs(task, { status: 'done', actual_date: earlier(wanted, addDays(today, -1)) }))
  }
  return outcomes
}

const dated = (task: DemoMilestone, today: string, days: number, reason: string): DemoOutcome =>
  settledAs(task, { expected_date: addDays(today, days), reason })

const settledAs = (task: DemoMilestone, more: Partial<DemoOutcome>): DemoOutcome => {
  const outcome = { id: task.id, status: task.status, actual_date: null, expected_date: null, reason: null, ...more }
  return { ...outcome, late_days: keptLateDays({ ...outcome, revised_date: task.revised_date }) }
}

const earlier = (day: string, other: string) => (day < other ? day : other)
