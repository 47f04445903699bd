import type { ActivityType } from './qa'
import type { TaskReporter } from './tna-terms'

/** The activity that fills a milestone. */
const typeOfReporter: Partial<Record<TaskReporter, ActivityType>> = {
  pp_meeting_held: 'pp_meeting',
  inline_inspected: 'inline',
  dupro_inspected: 'dupro',
  lab_test_passed: 'lab_test',
  final_passed: 'final',
}

/** What fills the milestones that activities are planned from. */
export const plannedReporters = Object.keys(typeOfReporter) as TaskReporter[]

/** A milestone of a line that has not been reached, with the day on which it is expected. */
export interface OpenMilestone {
  filled_by: TaskReporter
  day: string
}

export interface PlannedActivity {
  type: ActivityType
  planned_date: string
  /** The day of the milestone is past: the activity is planned for today. */
  is_moved: boolean
  /** Whether the line has an activity of the type already. */
  state: 'new' | 'exists'
}

/**
 * The activities that a line's milestones ask for, the first one first; `known` are the types that it has. One activity
 * fills all milestones of its type: it takes place on the first of their days.
 */
export const activitiesFor = (
  milestones: readonly OpenMilestone[],
  known: ReadonlySet<string>,
  today: string,
): PlannedActivity[] =>
  milestones
    .flatMap(({ filled_by, day }): PlannedActivity[] => {
      const type = typeOfReporter[filled_by]
      if (!type) return []
      const is_moved = day < today
      return [{ type, planned_date: is_moved ? today : day, is_moved, state: known.has(type) ? 'exists' : 'new' }]
    })
    .sort((a, b) => a.planned_date.localeCompare(b.planned_date))
    .filter(({ type }, at, all) => all.findIndex((other) => other.type === type) === at)
