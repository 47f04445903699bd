import { addDays, isLongBefore, today } from '#shared/base/dates.ts'
import { type Problem, problem, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { zoneOf } from '#shared/standards/time-zones.ts'
import { maxUnits, type WipStage } from '#shared/trade/production.ts'

export const rules: Rules = {
  // Suppliers can correct reports for two days, the office at any time.
  editable: (report, { me }) => {
    const isHouse = me.role === 'admin' || me.role === 'Office'
    const isOwn = me.role === 'Agent' || report.reporter_id === me.id
    if (!isHouse && (!isOwn || isLocked(report.created_at))) return () => false
    return (path) => path !== 'factory_id'
  },
}

/** Hours after which a supplier cannot change a report. */
export const lockedAfterHours = 48

/** Whether the supplier can no longer correct a report created at that time. */
export const isLocked = (created_at: string, now: Date = new Date()): boolean =>
  now.getTime() - Date.parse(created_at) > lockedAfterHours * 3_600_000

/** The latest acceptable day of a report: the factory's today plus one day of tolerance for clocks and calendars. */
export const lastReportDay = (country: string | null, now: Date = new Date()): string =>
  addDays(today(zoneOf(country), now), 1)

/** The fields of a report that its rules use. */
export interface ReportFigures {
  id?: number | undefined
  factory_id: number | null
  stage: WipStage
  report_date: string
  cumulative_qty: number
  correction_reason: string | null
}

/** The fields of a report's line that the rules use. */
export interface ReportedLine {
  qty: number
  over_pct: string | null
  line_status: string
  order_status: string
  country: string | null
  ordered_on: string | null
}

/** Whether a line is in production at its supplier. */
export const isBeingMade = ({ line_status, order_status }: Pick<ReportedLine, 'line_status' | 'order_status'>) =>
  line_status === 'open' && makingStates.has(order_status)

/** States of an order in which its lines are made. */
export const makingStates: ReadonlySet<string> = new Set(['issued', 'change_proposed', 'confirmed'])

/**
 * Problems of a report, given all other reports of its line. Units of a stage must not decrease without a reason;
 * including the other factories of the line they must not exceed the allowed quantity.
 */
export const reportProblems = (
  report: ReportFigures,
  others: readonly ReportFigures[],
  line: ReportedLine,
  now?: Date,
): Problem[] => [
  ...(report.id === undefined && !isBeingMade(line)
    ? [problem(textOf('problems.wip-reports.not_being_made'), 'po_line_id')]
    : []),
  ...(report.report_date > lastReportDay(line.country, now)
    ? [problem(textOf('problems.wip-reports.future'), 'report_date')]
    : []),
  ...(isLongBefore(report.report_date, line.ordered_on)
    ? [problem(textOf('problems.wip-reports.long_before', { date: String(line.ordered_on) }), 'report_date')]
    : []),
  ...repeatedReportProblems(report, others),
  ...decreaseProblems(report, others),
  ...excessProblems(report, others, line),
]

const repeatedReportProblems = (report: ReportFigures, others: readonly ReportFigures[]): Problem[] => {
  const sameDay = others.find((other) => isSameSeries(other, report) && other.report_date === report.report_date)
  return sameDay
    ? [problem(textOf('problems.wip-reports.told_already', { qty: sameDay.cumulative_qty }), 'report_date')]
    : []
}

const decreaseProblems = (report: ReportFigures, others: readonly ReportFigures[]): Problem[] => {
  const { before, after } = neighbours(report, others)
  return [
    ...(before && report.cumulative_qty < before.cumulative_qty && !report.correction_reason
      ? [problem(textOf('problems.wip-reports.shrinks', { qty: before.cumulative_qty }), 'cumulative_qty')]
      : []),
    ...(after && report.cumulative_qty > after.cumulative_qty && !after.correction_reason
      ? [problem(textOf('problems.wip-reports.above_later', { qty: after.cumulative_qty }), 'cumulative_qty')]
      : []),
  ]
}

const excessProblems = (
  report: ReportFigures,
  others: readonly ReportFigures[],
  { qty, over_pct }: ReportedLine,
): Problem[] => {
  const most = maxUnits(qty, over_pct)
  const elsewhere = unitsElsewhere(report, others)
  if (report.cumulative_qty + elsewhere <= most) return []
  return [
    elsewhere > 0
      ? problem(textOf('problems.wip-reports.too_many_together', { most, elsewhere }), 'cumulative_qty')
      : problem(textOf('problems.wip-reports.too_many', { most }), 'cumulative_qty'),
  ]
}

/** The reports of the same stage and factory before and after the report's day. */
export const neighbours = (
  report: ReportFigures,
  others: readonly ReportFigures[],
): { before?: ReportFigures; after?: ReportFigures } => {
  const series = others
    .filter((other) => isSameSeries(other, report) && other.report_date !== report.report_date)
    .sort((a, b) => (a.report_date < b.report_date ? -1 : 1))
  const before = series.findLast(({ report_date }) => report_date < report.report_date)
  const after = series.find(({ report_date }) => report_date > report.report_date)
  return { ...(before && { before }), ...(after && { after }) }
}

/** Units of the stage in the latest report of each other factory of the line. */
const unitsElsewhere = (report: ReportFigures, others: readonly ReportFigures[]): number => {
  const last = new Map<number | null, ReportFigures>()
  for (const other of others) {
    if (other.stage !== report.stage || other.factory_id === report.factory_id) continue
    const latest = last.get(other.factory_id)
    if (!latest || latest.report_date < other.report_date) last.set(other.factory_id, other)
  }
  return [...last.values()].reduce((units, { cumulative_qty }) => units + cumulative_qty, 0)
}

const isSameSeries = (a: ReportFigures, b: ReportFigures) => a.stage === b.stage && a.factory_id === b.factory_id
