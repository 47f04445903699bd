import type { ActivityType } from './qa'
import type { TaskReporter } from './tna-terms'

/** The type of activity that completes a milestone. */
const typeOfReporter: Partial<Record<TaskReporter, ActivityType>> = {
  pp_meeting_held: 'pp_meeting',
  inline_inspected: 'inline',
  dupro_inspected: 'dupro',
  lab_test_passed: 'lab_test',
  final_passed: 'final',
}

/** The reporters of milestones from which activities are planned. */
export const plannedReporters = Object.keys(typeOfReporter) as TaskReporter[]

/** A pending milestone of a line with its expected date. */
export interface OpenMilestone {
  filled_by: TaskReporter
  day: string
}

export interface PlannedActivity {
  type: ActivityType
  planned_date: string
  /** Whether the date of the milestone has passed, so that the activity is planned for today. */
  is_moved: boolean
  /** Whether the line already has an activity of the type. */
  state: 'new' | 'exists'
}

/**
 * The activities that a line's milestones require, by date; `known` are the types that the line already has. One
 * activity completes all milestones of its type, so it is planned for the earliest of their dates.
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
