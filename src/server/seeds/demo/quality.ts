import type { Input } from '#server/seeds/references.ts'
import { addDays } from '#shared/base/dates.ts'
import { inspectionPlan } from '#shared/trade/aql.ts'
import { type ActivityType, type DefectSeverity, inspectedStates, resultOf, sampledTypes } from '#shared/trade/qa.ts'

/** An open order line of a supplier with demo accounts. */
export interface InspectedLine {
  id: number
  qty: number
  factory_id: number | null
  supplier_id: number
}

/** The values that all quality activities of the demo have in common. */
interface Common {
  day: string
  office: number
  codes: readonly { id: number; code: string; severity: DefectSeverity }[]
  labels: readonly number[]
  checks: readonly { id: number; types: readonly string[]; is_hard_fail: boolean }[]
}

/** One activity: its state, its type, its date as days from today, and the defective units. */
interface Scenario {
  status: string
  type: ActivityType
  planned: number
  /** Units with critical defects as a number, with others as a share of the number that the sampling plan accepts. */
  found?: { critical?: number; major?: number; minor?: number }
  conclusion?: 'nonconforming'
  packed?: number
  remark?: string
  reason?: string
  plan?: 'asked' | 'submitted' | 'returned' | 'accepted'
  /** The re-inspection that followed this one. */
  next?: Omit<Scenario, 'type'>
}

const scenarios: readonly Scenario[] = [
  { status: 'planned', type: 'inline', planned: 12 },
  { status: 'planned', type: 'final', planned: -2 },
  { status: 'requested', type: 'final', planned: 4 },
  { status: 'scheduled', type: 'final', planned: 1 },
  { status: 'scheduled', type: 'dupro', planned: 2 },
  { status: 'scheduled', type: 'pp_meeting', planned: 3 },
  { status: 'in_progress', type: 'dupro', planned: 0, found: { major: 0.4, minor: 0.5 } },
  { status: 'completed', type: 'final', planned: -1, found: { major: 0.6, minor: 0.5 }, packed: 100 },
  {
    status: 'completed',
    type: 'final',
    planned: -1,
    found: { critical: 1, major: 0.5 },
    packed: 92,
    remark: 'Broken needle point in the hem of one piece. Lot held in the warehouse.',
  },
  { status: 'completed', type: 'final', planned: -2, found: { minor: 0.3 }, packed: 64 },
  { status: 'accepted', type: 'inline', planned: -16, found: { major: 0.7, minor: 0.4 } },
  { status: 'accepted', type: 'lab_test', planned: -12, remark: 'Colour fastness to washing 4–5, pilling 4.' },
  {
    status: 'accepted_with_concession',
    type: 'final',
    planned: -9,
    found: { major: 1.3, minor: 0.6 },
    packed: 100,
    reason: 'Loose threads are trimmed in our warehouse at the supplier’s cost.',
  },
  {
    status: 'rework_required',
    type: 'final',
    planned: -4,
    found: { major: 1.8, minor: 0.8 },
    packed: 96,
    reason: 'Sort the lot for open seams and repair them.',
    plan: 'asked',
  },
  {
    status: 'rework_required',
    type: 'dupro',
    planned: -6,
    found: { major: 1.5, minor: 1.4 },
    reason: 'Shading between panels: match before assembling.',
    plan: 'submitted',
  },
  {
    status: 'reinspected',
    type: 'final',
    planned: -14,
    found: { major: 2, minor: 1.2 },
    packed: 100,
    reason: 'Skipped stitches at the collar.',
    plan: 'accepted',
    next: { status: 'accepted', planned: -6, found: { major: 0.3, minor: 0.3 }, packed: 100 },
  },
  {
    status: 'rejected',
    type: 'lab_test',
    planned: -20,
    conclusion: 'nonconforming',
    remark: 'Lead in the zip puller above the limit.',
    reason: 'Replace the zips; a new test is needed.',
  },
  { status: 'missed', type: 'inline', planned: -5 },
  { status: 'cancelled', type: 'measurement_audit', planned: -8 },
  // Most lots pass their final inspection.
  ...[5, 11, 18, 23, 33, 39, 46, 52, 64, 70, 81, 95].map(
    (days, index): Scenario => ({
      ...{ status: 'accepted', type: 'final', planned: -days, packed: 100 },
      found: { major: 0.2 + 0.1 * (index % 4), minor: 0.2 + 0.1 * (index % 3) },
    }),
  ),
]

/** The number of lines that a supplier needs for all scenarios. */
export const linesOfActivities = scenarios.length

/** The first activities, in every state: a scenario for each line, in the order of the lines. */
export const firstActivities = (lines: readonly InspectedLine[], common: Common): Input[] =>
  lines.map((line, index) => activityOf(line, scenarioAt(index), common))

/** The re-inspections; `made` has the records of the first inspections. */
export const reinspections = (
  made: readonly { id?: unknown }[],
  lines: readonly InspectedLine[],
  common: Common,
): Input[] =>
  lines.flatMap((line, index) => {
    const { next, type } = scenarioAt(index)
    const before = made[index]
    if (!next || !before) return []
    const again = { type: 'reinspection', original_type: type, previous_activity_id: before.id }
    return [{ ...activityOf(line, { ...next, type }, common), ...again } as Input]
  })

const scenarioAt = (index: number): Scenario => scenarios[index % scenarios.length] as Scenario

const activityOf = (line: InspectedLine, scenario: Scenario, { day, office, codes, labels, checks }: Common): Input => {
  const { status, type, planned, found = {}, conclusion = 'conforming', packed = null, remark, reason, plan } = scenario
  const isSampled = sampledTypes.includes(type)
  const lot = Math.max(2, line.qty)
  const sampling = isSampled ? inspectionPlan(lot, 'II', { major: '2.5', minor: '4.0' }) : null
  const units = (accept: number | undefined, share: number | undefined) =>
    share ? Math.min(Math.max(1, Math.round((accept ?? 1) * share)), sampling?.sample_size ?? 1) : 0
  const counts: Record<DefectSeverity, number> = {
    critical: found.critical ?? 0,
    major: units(sampling?.major.accept, found.major),
    minor: units(sampling?.minor.accept, found.minor),
  }
  const at = (days: number, hour: string) => `${addDays(day, days)}T${hour}:00.000Z`
  const isInspected = inspectedStates.some((state) => state === status)
  const isDecided = isInspected && status !== 'completed'
  return {
    type,
    original_type: type,
    po_line_id: line.id,
    supplier_id: line.supplier_id,
    factory_id: line.factory_id,
    planned_date: addDays(day, planned),
    priority: status === 'requested' ? 'urgent' : 'normal',
    label_id: labels.length > 0 && planned % 2 === 0 ? labels[Math.abs(planned) % labels.length] : null,
    inspector_type: type === 'lab_test' ? 'third_party' : 'own',
    inspector_id: type === 'lab_test' ? null : office,
    inspection_firm: type === 'lab_test' ? 'Pearl River Testing' : null,
    ...(isSampled && { lot_qty: lot }),
    status,
    requested_by: office,
    ...(status !== 'planned' && { requested_at: at(planned - 6, '08:30') }),
    defects: defectRows(counts, codes),
    ...((isInspected || status === 'in_progress') && { checks: checkRows(type, checks, isInspected) }),
    ...(isInspected && {
      ...(isSampled && { signatures: signed(planned) }),
      inspected_on: addDays(day, planned),
      inspected_qty: sampling?.sample_size ?? null,
      packed_pct: packed,
      conclusion,
      remark,
      result: resultOf({
        ...counts,
        hard_fails: 0,
        ...{ type, original_type: type, conclusion, packed_pct: packed },
        major_reject: sampling?.major.reject ?? null,
        minor_reject: sampling?.minor.reject ?? null,
      }),
    }),
    ...(isDecided && { decided_by: office, decided_at: at(planned + 1, '09:20'), decision_reason: reason }),
    ...(plan && { plan_state: plan, plan_due: addDays(day, planned + 6) }),
    ...(plan && plan !== 'asked' && { ...planTexts, corrected_by: addDays(day, Math.max(planned + 8, 1)) }),
  } as Input
}

/** The signatures of the inspector and the factory, by people of the demo. */
const signed = (planned: number) => [
  { side: 'inspector', signer: 'Oliver Bennett', strokes: scrawl(planned) },
  { side: 'factory', signer: 'Wei Chen 陈伟', strokes: scrawl(planned + 7) },
]

/** A curve that looks like a hasty signature. */
const scrawl = (seed: number): string =>
  Array.from({ length: 44 }, (_, at) => {
    const x = 60 + at * 10
    const y = 100 + 52 * Math.sin(at * 0.9 + seed) * Math.cos(at * 0.23 + seed) - at * 0.4
    return `${at === 0 ? 'M' : 'L'}${x} ${Math.round(y)}`
  }).join(' ')

/** The checklist of the type: all points are answered after the inspection, and only the first half before. */
const checkRows = (type: ActivityType, checks: Common['checks'], isInspected: boolean) => {
  const items = checks.filter(({ types }) => types.includes(type))
  return items.map(({ id, is_hard_fail }, at) => ({
    ...{ checklist_item_id: id, is_hard_fail, seq: at + 1 },
    ...((isInspected || at < items.length / 2) && { result: at % 9 === 7 ? 'na' : 'pass' }),
  }))
}

/** Divides the defective units of each severity among at most two defects of that severity. */
const defectRows = (counts: Record<DefectSeverity, number>, codes: Common['codes']) =>
  (Object.entries(counts) as [DefectSeverity, number][]).flatMap(([severity, count]) => {
    const fitting = codes.filter((code) => code.severity === severity)
    const parts = count > 2 ? [Math.ceil(count / 2), Math.floor(count / 2)] : [count]
    return parts.flatMap((qty, index) => {
      const code = fitting[(count * 3 + index * 5) % fitting.length]
      const place = {
        place_view: 'top_front',
        place_x: 300 + ((count * 83) % 400),
        place_y: 260 + ((index * 170 + count * 41) % 500),
      }
      return qty > 0 && code
        ? [{ defect_code_id: code.id, severity, qty, ...(/^(WRK|FAB)/.test(code.code) && place) }]
        : []
    })
  })

const planTexts = {
  root_cause: 'The folder of the collar machine was worn, and the line went on after the shift had changed.',
  corrective_action: 'Folder replaced. The whole lot was sorted; faulty pieces repaired and packed again.',
  preventive_action: 'Machine check at the start of every shift, signed by the line leader.',
}
