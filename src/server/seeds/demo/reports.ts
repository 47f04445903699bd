import { addDays, daysBetween } from '#shared/base/dates.ts'
import { type WipStage, wipStages } from '#shared/trade/production.ts'
import { createRandom } from './random'

/** A line in production, with the facts from which its reports are invented. */
export interface MadeLine {
  id: number
  qty: number
  packed_qty: number
  /** The day on which the goods are expected to leave the factory. */
  ready: string
  /** The day on which the goods left the factory, and the units that left; null before. */
  left_on: string | null
  left_qty: number | null
}

export interface DemoReport {
  po_line_id: number
  stage: WipStage
  report_date: string
  cumulative_qty: number
  correction_reason: string | null
  remark: string | null
}

/** For each stage, how many days before the line is ready it starts, and how many days it takes. */
const spans: Partial<Record<WipStage, readonly [start: number, length: number]>> = {
  material_in_house: [44, 6],
  cutting: [32, 12],
  sewing: [28, 16],
  washing: [18, 12],
  ironing: [16, 12],
}

const remarks = [
  'Second line added for this style.',
  '两条产线同时生产。',
  'Buttons arrive on Thursday.',
  '后整理进度正常。',
  'Power cut for half a day.',
]

/** Production reports up to yesterday: most lines recently, some not for a while. Deterministic for a given day. */
export const demoReports = (day: string, lines: readonly MadeLine[]): DemoReport[] =>
  lines.flatMap((line, index) => {
    if (line.left_on !== null) return reportsOfGone(day, line, line.left_on)
    const random = createRandom(5_501 + index)
    const left = daysBetween(day, line.ready)
    if (left > 43) return []
    const last = addDays(day, -(random.chance(0.14) ? random.integer(9, 13) : random.integer(1, 3)))
    const skips = new Set<WipStage>(random.chance(0.45) ? ['washing'] : [])
    const reached = new Map<WipStage, number>([['packing', line.packed_qty]])
    let beyond = line.packed_qty
    for (const stage of wipStages.toReversed()) {
      const span = spans[stage]
      if (!span || skips.has(stage)) continue
      const share = Math.max(0, Math.min(1, (span[0] - left) / span[1]))
      beyond = Math.max(beyond, Math.floor((line.qty * share) / 10) * 10)
      // The rounding must not leave a few pieces uncounted in a finished stage.
      if (share >= 1) beyond = Math.max(beyond, line.qty)
      reached.set(stage, beyond)
    }
    return wipStages.flatMap((stage): DemoReport[] => {
      const qty = reached.get(stage) ?? 0
      if (qty === 0) return []
      const report = (report_date: string, cumulative_qty: number, more: Partial<DemoReport> = {}): DemoReport => ({
        po_line_id: line.id,
        stage,
        report_date,
        cumulative_qty,
        correction_reason: null,
        remark: null,
        ...more,
      })
      const span = spans[stage]
      if (span && qty >= line.qty && left <= span[0] - span[1]) {
        // The stage is finished: one report is from its start, one from its end, each a few days off the plan.
        const begun = addDays(line.ready, 2 - span[0] + random.integer(-1, 2))
        const ended = addDays(line.ready, span[1] - span[0] + random.integer(-1, 1))
        const part = Math.floor(qty / 40) * 10
        if (ended <= last) return [...(begun < ended && part > 0 ? [report(begun, part)] : []), report(ended, qty)]
      }
      const before = Math.floor((qty * random.integer(35, 70)) / 1000) * 10
      const isMiscounted = random.chance(0.03) && before > 20
      const remark = random.chance(0.08) ? random.pick(remarks) : null
      return [
        ...(before > 0 ? [report(addDays(last, -7), isMiscounted ? qty + 10 : before)] : []),
        report(last, qty, {
          remark,
          ...(isMiscounted ? { correction_reason: 'Pieces sent back for mending were counted.' } : {}),
        }),
      ]
    })
  })

/** The reports of a line whose goods have left: start and end of each stage, or only the end if that is long ago. */
const reportsOfGone = (day: string, { id, qty, left_qty }: MadeLine, left_on: string): DemoReport[] => {
  const units = Math.max(qty, left_qty ?? 0)
  const report = (stage: WipStage, daysBefore: number, cumulative_qty: number): DemoReport => ({
    po_line_id: id,
    stage,
    report_date: addDays(left_on, -daysBefore),
    cumulative_qty,
    correction_reason: null,
    remark: null,
  })
  const isRecent = daysBetween(left_on, day) < 60
  const making = wipStages.flatMap((stage) => {
    const span = spans[stage]
    if (!isRecent || !span || stage === 'washing') return []
    return [report(stage, span[0] - 2, Math.ceil(units / 4)), report(stage, span[0] - span[1], units)]
  })
  return [...making, report('packing', 3, units), report('ex_factory', 0, units)]
}
