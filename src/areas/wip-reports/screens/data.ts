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
  /** `with` includes overdue lines; `only` returns nothing else. */
  overdue?: 'with' | 'only'
  /** Limits the lines per week; sums still include all lines. Ignored with `q`. */
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
  /** There are more lines than the response contains. */
  more: boolean
  weeks?: WeekSums[]
}

/** Lines in production, by ex-factory date. */
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

/** The ex-factory dates of lines that can be reported on; packed goods may wait past their date. */
export const daysToReport = (day = today()) => ({ from: addDays(day, -31), to: addDays(day, 61) })

/** Sorts lines in production before finished ones, and otherwise keeps the order. */
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

/** The ISO 8601 week number of a Monday. */
export const weekNumber = (monday: string): number => {
  const thursday = addDays(monday, 3)
  const first = mondayOf(`${thursday.slice(0, 4)}-01-04`)
  return Math.round((Date.parse(monday) - Date.parse(first)) / 604_800_000) + 1
}

/** A notable fact about a line, as text. */
export interface Mark {
  tone: Tone
  text: string
}

/** Marks for lateness and counting errors of a line, the most severe first. */
export const marksOf = (line: LineProgress, day = today()): Mark[] => {
  const daysLate = isOverdue(line, day) && line.ex_factory_date ? daysFrom(line.ex_factory_date, day) : 0
  // Overdue lines leave today at the earliest; only a later forecast adds information.
  const slip = line.slip_days !== null && line.slip_days > daysLate ? line.slip_days : 0
  const silent = lacksReports(line, day) && line.wip_reported_on ? daysFrom(line.wip_reported_on, day) : 0
  return [
    ...(daysLate > 0 ? [{ tone: 'danger' as const, text: screenText('marks.late', { count: daysLate }) }] : []),
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

/** The percentage of a line that has passed a stage, 0 to 100. */
export const shareOf = (line: LineProgress, stage: WipStage): number =>
  Math.min(100, Math.floor((100 * (line.stages[stage] ?? 0)) / Math.max(line.qty, 1)))
