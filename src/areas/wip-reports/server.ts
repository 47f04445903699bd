import { sql } from 'kysely'
import { readSamplesBeforeCutting } from '#server/allocation/cutting-gate.ts'
import { type Change, type Doc, serve, type Work } from '#server/kit/kit.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { isCut } from '#shared/trade/cutting-gate.ts'
import type { Progress } from '#shared/trade/production.ts'
import { wipReports } from './area'
import { type ReportedLine, type ReportFigures, reportProblems } from './rules'
import { routes } from './server/board'
import { settle } from './server/progress'

export const server = serve(wipReports, {
  scopes: {
    // The supplier column finds the rows by index; the order decides whether they are in scope.
    own: (alias, caller, inScope) => sql<boolean>`(${sql.id(alias, 'supplier_id')} = ${caller.supplier_id} and exists (
      select 1 from po_lines as wl where wl.id = ${sql.id(alias, 'po_line_id')} and ${inScope('po-lines', 'wl')}))`,
  },

  prepare: async (work, changes) => {
    const ids = [...new Set(changes.map(({ after }) => Number(after.po_line_id)))]
    const lines = await readLines(work, ids)
    const reportsByLine = await readReports(work, ids)
    const gate = await cuttingGate(work, ids, reportsByLine)
    const problems: Problem[][] = []
    for (const { before, after } of changes) {
      const line = lines.get(Number(after.po_line_id))
      if (!line) {
        problems.push([problem(textOf('validation.no_such_record'), 'po_line_id')])
        continue
      }
      const series = reportsByLine.get(line.id) ?? []
      if (!before) complete(work, after, line, series)
      const report = toFigures(after)
      const others = series.filter(({ id }) => id === undefined || id !== report.id)
      // Reports that the portal imports from other systems are not checked.
      problems.push(
        work.me.id === 0
          ? []
          : [
              ...factoryChangeProblems(before, after),
              ...gate(line.id, report),
              ...reportProblems(report, others, line),
            ],
      )
      reportsByLine.set(line.id, [...others, report])
    }
    return problems
  },

  written: (work, changes) =>
    settle(
      work,
      changes.map(({ after }) => Number(after.po_line_id)),
    ),
  removed: (work, doc) => settle(work, [Number(doc.po_line_id)], { isUnpacked: doc.stage === 'packing' }),

  import: {
    aliases: {
      po_line_id: ['po line', 'order line', 'line', '订单行'],
      report_date: ['date', 'as of', '日期', '报告日期'],
      stage: ['process', 'operation', '工序', '阶段'],
      cumulative_qty: ['cumulative', 'total done', 'done', 'output', '累计', '累计数量', '完成数量'],
      remark: ['comment', 'note', '备注'],
      correction_reason: ['correction', 'reason', '更正原因'],
      factory_id: ['factory', '工厂'],
    },
  },

  routes,
})

/** A line with the values that complete its reports. */
interface Line extends ReportedLine {
  id: number
  line_title: string
  supplier_id: number
  factory_id: number | null
}

/**
 * Reads the lines of the reports and locks their orders until the write is done, so that of two concurrent reports the
 * second one counts the first.
 */
const readLines = async ({ tx, isTrial }: Work, ids: readonly number[]): Promise<Map<number, Line>> => {
  if (!isTrial)
    await tx.query(
      `select id from purchase_orders where id in (select purchase_order_id from po_lines where id = any($1::bigint[]))
       order by id for update`,
      [ids],
      'wip_orders_held',
    )
  const rows = await tx.query<Line>(
    `select l.id, l.line_title, l.qty, l.line_status, o.status as order_status, o.supplier_id, s.country,
       o.qty_tolerance_over_pct::text as over_pct, l.factory_id,
       coalesce(o.order_date, (o.issued_at at time zone 'UTC')::date)::text as ordered_on
     from po_lines l join purchase_orders o on o.id = l.purchase_order_id join suppliers s on s.id = o.supplier_id
     where l.id = any($1::bigint[])`,
    [ids],
    'wip_lines',
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const readReports = async ({ tx }: Work, ids: readonly number[]): Promise<Map<number, ReportFigures[]>> => {
  const rows = await tx.query<ReportFigures & { po_line_id: number }>(
    `select id, po_line_id, factory_id, stage, report_date::text, cumulative_qty, correction_reason
     from wip_reports where po_line_id = any($1::bigint[]) and archived_at is null`,
    [ids],
    'wip_told',
  )
  const reportsByLine = new Map<number, ReportFigures[]>()
  for (const { po_line_id, ...report } of rows)
    reportsByLine.set(po_line_id, [...(reportsByLine.get(po_line_id) ?? []), report])
  return reportsByLine
}

/**
 * If the settings require it, a line with open samples cannot report its first cutting. A line that has begun can still
 * report, because pieces that are cut should be recorded.
 */
const cuttingGate = async (
  work: Work,
  ids: readonly number[],
  reportsByLine: ReadonlyMap<number, readonly ReportFigures[]>,
): Promise<(line: number, report: ReportFigures) => Problem[]> => {
  if (work.me.id === 0 || work.context.settings.cutting_gate !== 'block') return () => []
  const begun = (id: number) => reportsByLine.get(id)?.some(({ stage, cumulative_qty }) => isCut(stage, cumulative_qty))
  const open = await readSamplesBeforeCutting(
    work.tx,
    ids.filter((id) => !begun(id)),
  )
  return (id, { stage, cumulative_qty }) => {
    const samples = open.get(id)
    if (!samples || !isCut(stage, cumulative_qty)) return []
    const isChinese = work.me.language === 'zh'
    const names = samples.map(({ name_en, name_zh }) => (isChinese && name_zh) || name_en)
    return [
      problem(
        textOf('problems.wip-reports.samples_open', { samples: names.join(isChinese ? '、' : ', ') }),
        'cumulative_qty',
      ),
    ]
  }
}

const complete = (work: Work, report: Doc, line: Line, series: readonly ReportFigures[]) => {
  report.factory_id ??= defaultFactory(report, line, series)
  report.supplier_id = line.supplier_id
  report.report_title = `${line.line_title} · ${report.report_date}`
  report.reporter_id = work.me.id || (report.reporter_id ?? null)
}

/**
 * The default factory of a report: the only factory that has reported on the stage, so that the same units do not count
 * twice; otherwise none if the line's reports began without a factory, else the factory of the line.
 */
const defaultFactory = ({ stage }: Doc, line: Line, series: readonly ReportFigures[]): number | null => {
  const [first, ...others] = new Set(series.flatMap((told) => (told.stage === stage ? [told.factory_id] : [])))
  if (first !== undefined && others.length === 0) return first
  return series.some(({ factory_id }) => factory_id === null) ? null : line.factory_id
}

const factoryChangeProblems = (before: Change['before'], after: Doc): Problem[] =>
  before && before.factory_id !== after.factory_id
    ? [problem(textOf('problems.wip-reports.other_factory'), 'factory_id')]
    : []

const toFigures = (doc: Doc): ReportFigures => ({
  id: doc.id,
  factory_id: (doc.factory_id as number | null) ?? null,
  stage: doc.stage as keyof Progress,
  report_date: String(doc.report_date),
  cumulative_qty: Number(doc.cumulative_qty),
  correction_reason: (doc.correction_reason as string | null) || null,
})
