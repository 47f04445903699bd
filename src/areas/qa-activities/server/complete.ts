import { readArticleSizes } from '#server/allocation/article-sizes.ts'
import type { Change, Doc, Work } from '#server/kit/kit.ts'
import { isPast } from '#server/kit/past-day.ts'
import { nextNumber } from '#server/kit/write/counters.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { type Aql, type AqlLevel, type InspectionSeverity, inspectionPlan, smallestLot } from '#shared/trade/aql.ts'
import { countPieces, type InspectedPoint } from '#shared/trade/measured.ts'
import { type DefectSeverity, plannedStates, sampledTypes } from '#shared/trade/qa.ts'
import { switchingFor } from './severity'

/** Values that the portal sets in activities created by a move, such as the re-inspection of a lot. */
export const presetValues = new WeakMap<Work, Doc>()

/**
 * Completes activities: numbers new ones, copies values of the line, computes severity and sampling plan, and sums defects.
 * Returns the problems of each activity.
 */
export const completeActivities = async (work: Work, changes: readonly Change[]): Promise<Problem[][]> => {
  const facts = await readFacts(work, changes)
  const problems: Problem[][] = []
  for (const change of changes) {
    const { before, after } = change
    const line = facts.lines.get(Number(after.po_line_id))
    if (!before) await fillInitialValues(work, after, line)
    if (after.type !== 'reinspection') after.original_type = after.type
    if (isPlanned(after)) Object.assign(after, await severityOf(work, after))
    after.purchase_order_id = line?.purchase_order_id ?? null
    after.article_id = line?.article_id ?? null
    Object.assign(after, planOf(after), countsOf(after))
    problems.push(work.me.id === 0 ? [] : await problemsOf(work, change, line, facts))
  }
  return problems
}

const fillInitialValues = async (work: Work, activity: Doc, line: Line | undefined) => {
  Object.assign(activity, presetValues.get(work))
  activity.factory_id ??= line?.factory_id ?? null
  if (sampledTypes.includes(String(activity.type))) activity.lot_qty ??= line?.qty ?? null
  if (work.isTrial) return
  activity.activity_no ??= await nextNumber(work.tx, 'QA', work.context.today)
  activity.requested_by ??= work.me.id || null
}

const isPlanned = ({ status }: Doc) => plannedStates.some((state) => state === status)

/** The severity of an inspection; a re-inspection keeps that of the inspection it repeats. */
const severityOf = async (work: Work, activity: Doc): Promise<{ inspection_severity?: InspectionSeverity }> => {
  if (activity.type === 'reinspection') return {}
  if (activity.type !== 'final') return { inspection_severity: 'normal' }
  return { inspection_severity: (await switchingFor(work, activity)).severity }
}

/** The sampling plan; its values are null for other types, and while the lot is unknown. */
const planOf = ({ type, lot_qty, level, aql_major, aql_minor, inspection_severity }: Doc) => {
  const lot = Number(lot_qty ?? 0)
  if (!sampledTypes.includes(String(type)) || lot < smallestLot)
    return {
      ...{ code_letter: null, sample_size: null },
      ...{ major_accept: null, major_reject: null, minor_accept: null, minor_reject: null },
    }
  const limits = { major: aql_major as Aql, minor: aql_minor as Aql }
  const plan = inspectionPlan(lot, level as AqlLevel, limits, inspection_severity as InspectionSeverity)
  return {
    code_letter: plan.code_letter,
    sample_size: plan.sample_size,
    ...{ major_accept: plan.major.accept, major_reject: plan.major.reject },
    ...{ minor_accept: plan.minor.accept, minor_reject: plan.minor.reject },
  }
}

/** Units by their most severe defect; pieces out of tolerance count as major if the activity says so. */
const countsOf = ({ defects, measures, counts_measures }: Doc) => {
  const { measured, out } = countPieces((measures ?? []) as unknown as InspectedPoint[])
  const unitsOf = (severity: DefectSeverity) =>
    ((defects ?? []) as Doc[]).reduce((sum, row) => sum + (row.severity === severity ? Number(row.qty) : 0), 0)
  return {
    critical_qty: unitsOf('critical'),
    major_qty: unitsOf('major') + (counts_measures ? out : 0),
    minor_qty: unitsOf('minor'),
    ...{ measured_qty: measured, out_of_tolerance_qty: out },
  }
}

const problemsOf = async (
  work: Work,
  { before, after }: Change,
  line: Line | undefined,
  { sizes, office }: Facts,
): Promise<Problem[]> => {
  const scale = sizes.get(Number(after.article_id))
  const isInspectorNew = after.inspector_id != null && before?.inspector_id !== after.inspector_id
  const refusals: [isRefused: unknown, text: string, field: string][] = [
    [line && line.supplier_id !== after.supplier_id, 'problems.qa-activities.other_supplier', 'supplier_id'],
    [
      before?.planned_date !== after.planned_date && (await isPast(work, after.planned_date, after.supplier_id)),
      'problems.qa-activities.past',
      'planned_date',
    ],
    [isInspectorNew && !office.has(Number(after.inspector_id)), 'problems.qa-activities.no_inspector', 'inspector_id'],
    ...((after.defects ?? []) as Doc[]).map(({ size_id }, index): [unknown, string, string] => [
      typeof size_id === 'number' && !scale?.includes(size_id),
      'problems.qa-activities.other_size',
      `defects.${index}.size_id`,
    ]),
  ]
  return refusals.flatMap(([isRefused, text, field]) => (isRefused ? [problem(textOf(text), field)] : []))
}

interface Line {
  id: number
  purchase_order_id: number
  supplier_id: number
  article_id: number
  factory_id: number | null
  qty: number
}

interface Facts {
  lines: ReadonlyMap<number, Line>
  /** The size ids of each article's scale, by article id; articles without a scale have no entry. */
  sizes: ReadonlyMap<number, readonly number[]>
  /** The ids of the inspectors who are office users. */
  office: ReadonlySet<number>
}

const readFacts = async ({ tx }: Work, changes: readonly Change[]): Promise<Facts> => {
  const ids = [...new Set(changes.flatMap(({ after }) => Number(after.po_line_id) || []))]
  const lines = await tx.query<Line>(
    `select l.id, l.purchase_order_id, o.supplier_id, l.article_id, l.factory_id, l.qty
     from po_lines l join purchase_orders o on o.id = l.purchase_order_id where l.id = any($1::bigint[])`,
    [ids],
    'qa_activity_lines',
  )
  const sizes = await readArticleSizes(tx, [...new Set(lines.map(({ article_id }) => article_id))])
  const office = await tx.query<{ id: number }>(
    `select id from users where id = any($1::bigint[]) and (type in ('admin', 'Office') or is_super_user = 1)`,
    [[...new Set(changes.flatMap(({ after }) => Number(after.inspector_id) || []))]],
    'qa_activity_inspectors',
  )
  return {
    office: new Set(office.map(({ id }) => id)),
    lines: new Map(lines.map((line) => [line.id, line])),
    sizes,
  }
}
