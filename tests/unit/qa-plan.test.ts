import { expect, it } from 'vitest'
import { activitiesFor, type OpenMilestone, plannedReporters } from '#shared/trade/qa-plan.ts'
import { taskReporters } from '#shared/trade/tna-terms.ts'

const milestone = (filled_by: OpenMilestone['filled_by'], day: string): OpenMilestone => ({ filled_by, day })

it('activities are planned on the days of the milestones that they fill, the first one first', () => {
  const milestones = [
    milestone('final_passed', '2027-03-03'),
    milestone('pp_meeting_held', '2027-01-30'),
    milestone('cutting', '2027-02-02'),
    milestone('inline_inspected', '2027-02-12'),
  ]
  expect(activitiesFor(milestones, new Set(['inline']), '2027-02-01')).toEqual([
    { type: 'pp_meeting', planned_date: '2027-02-01', is_moved: true, state: 'new' },
    { type: 'inline', planned_date: '2027-02-12', is_moved: false, state: 'exists' },
    { type: 'final', planned_date: '2027-03-03', is_moved: false, state: 'new' },
  ])
  expect(activitiesFor([milestone('final_passed', '2027-02-01')], new Set(), '2027-02-01')).toMatchObject([
    { planned_date: '2027-02-01', is_moved: false },
  ])
  expect(activitiesFor([], new Set(), '2027-02-01')).toEqual([])
})

it('milestones that one activity fills lead to one, on the first of their days', () => {
  const milestones = [
    milestone('inline_inspected', '2027-02-20'),
    milestone('inline_inspected', '2027-02-12'),
    milestone('final_passed', '2027-03-03'),
  ]
  expect(activitiesFor(milestones, new Set(), '2027-02-01')).toMatchObject([
    { type: 'inline', planned_date: '2027-02-12', state: 'new' },
    { type: 'final', planned_date: '2027-03-03', state: 'new' },
  ])
})

it('only milestones that something fills lead to activities', () => {
  expect(plannedReporters.every((name) => taskReporters.includes(name))).toBe(true)
  expect(plannedReporters).not.toContain('manual')
})
