import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { addDays, today, weekday } from '#shared/base/dates.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import type { LinesToReport } from '#shared/trade/cutting-gate.ts'
import { isOverdue } from '#shared/trade/delivery.ts'
import { type LineProgress, lacksReports, stageInversions, type WipStage } from '#shared/trade/production.ts'
import { format } from '#web/i18n.ts'
import { api } from '#web/providers/http.ts'
import { wipReports } from '../area'
import { screenText, stageLabel } from './texts'

/** The lines that a board request selects. */
export interface BoardQuery {
  from: string
  to: string
  q: string
  supplier: string
  /** `with`: overdue lines too; `only`: no others. */
  overdue?: 'with' | 'only'
  /** Only the first lines of each week, with the sums of all. Ignored with `q`. */
  perWeek?: number
}

/** Sums of a week of the board. `week` is its Monday; null: overdue lines. */
export interface WeekSums {
  week: string | null
  lines: number
  qty: number
  packed_lines: number
}

export interface BoardData {
  lines: LineProgress[]
  /** There are more lines than the server answers. */
  more: boolean
  weeks?: WeekSums[]
}

/** Lines that are being made, by ex-factory date. */
export const useBoard = ({ from, to, q, supplier, overdue, perWeek }: BoardQuery, enabled = true) =>
  useQuery({
    queryKey: [wipReports.name, 'board', from, to, q, supplier, overdue, perWeek],
    queryFn: ({ signal }) =>
      api<BoardData>('GET', `${wipReports.name}/board`, {
        params: {
          from,
          to,
          ...(overdue && { late: overdue === 'only' ? 'only' : '1' }),
          ...(perWeek && { per: String(perWeek) }),
          ...(q && { q }),
          ...(supplier && { supplier_id: supplier }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    enabled,
  })

/** When lines leave the factory that are reported on: goods that are packed may wait there past their day. */
export const daysToReport = (day = today()) => ({ from: addDays(day, -31), to: addDays(day, 61) })

/** Lines that are being made before those that only have to leave, each in their order. */
export const inOrderOfWork = (lines: readonly LineProgress[]): LineProgress[] => [
  ...lines.filter(({ production_status }) => production_status !== 'finished'),
  ...lines.filter(({ production_status }) => production_status === 'finished'),
]

/** The progress of some lines, and the last report of each stage and factory. */
export const useProgress = (lines: readonly number[]) =>
  useQuery({
    queryKey: [wipReports.name, 'progress', lines.join()],
    queryFn: ({ signal }) =>
      api<LinesToReport>('GET', `${wipReports.name}/progress`, {
        params: { lines: lines.join() },
        signal,
      }),
    enabled: lines.length > 0,
    placeholderData: keepPreviousData,
  })

/** The Monday of a day's week. */
export const mondayOf = (day: string): string => addDays(day, 1 - weekday(day))

/** The number of a week after ISO 8601, by its Monday. */
export const weekNumber = (monday: string): number => {
  const thursday = addDays(monday, 3)
  const first = mondayOf(`${thursday.slice(0, 4)}-01-04`)
  return Math.round((Date.parse(monday) - Date.parse(first)) / 604_800_000) + 1
}

/** Something about a line that wants a look, in words. */
export interface Mark {
  tone: Tone
  text: string
}

/** Marks of lateness or miscounts of a line, the worst first. */
export const marksOf = (line: LineProgress, day = today()): Mark[] => {
  const late = isOverdue(line, day) && line.ex_factory_date ? daysFrom(line.ex_factory_date, day) : 0
  // Overdue lines leave today at the earliest; only a later forecast adds information.
  const slip = line.slip_days !== null && line.slip_days > late ? line.slip_days : 0
  const silent = lacksReports(line, day) && line.wip_reported_on ? daysFrom(line.wip_reported_on, day) : 0
  return [
    ...(late > 0 ? [{ tone: 'danger' as const, text: screenText('marks.late', { count: late }) }] : []),
    ...(slip > 0 ? [{ tone: 'warning' as const, text: screenText('marks.slip', { count: slip }) }] : []),
    ...(silent > 0 ? [{ tone: 'warning' as const, text: screenText('marks.silent', { count: silent }) }] : []),
    ...stageInversions(line.stages).map(({ stage, qty, before, before_qty }) => ({
      tone: 'warning' as const,
      text: screenText('marks.overtakes', {
        stage: stageLabel(stage),
        qty: format.number(qty),
        before: stageLabel(before),
        before_qty: format.number(before_qty),
      }),
    })),
  ]
}

const daysFrom = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** The share of a line that is through a stage, 0 to 100. */
export const shareOf = (line: LineProgress, stage: WipStage): number =>
  Math.min(100, Math.floor((100 * (line.stages[stage] ?? 0)) / Math.max(line.qty, 1)))
