import { daysBetween } from '#shared/base/dates.ts'

/** The production stages of a garment, in order. Reported quantities are cumulative. */
export const wipStages = [
  'material_in_house',
  'cutting',
  'sewing',
  'washing',
  'ironing',
  'packing',
  'ex_factory',
] as const
export type WipStage = (typeof wipStages)[number]

/**
 * Where the goods of a line are. Independent of bookings, because space is booked before goods are packed. Shipped or
 * closed goods count as `left`.
 */
export const goodsStates = ['unpacked', 'packed', 'left'] as const
export type GoodsState = (typeof goodsStates)[number]

export const productionStatuses = ['not_started', 'in_production', 'finished'] as const
export type ProductionStatus = (typeof productionStatuses)[number]

/** Units that passed each stage of a line, over all its factories; a stage without a report is absent. */
export type Progress = Partial<Record<WipStage, number>>

/** Days without a report after which a line in production counts as silent. */
export const silentAfterDays = 7

/** The last stage that any units passed, with their number; null if there is none. */
export const latestStage = (progress: Progress): { stage: WipStage; qty: number } | null => {
  const stage = wipStages.findLast((name) => (progress[name] ?? 0) > 0)
  return stage ? { stage, qty: progress[stage] ?? 0 } : null
}

/** A stage with more reported units than the reported stage before it. */
export interface StageInversion {
  stage: WipStage
  qty: number
  before: WipStage
  before_qty: number
}

/**
 * The stages with more units than the previous reported stage. Stages without a report are skipped, because not every
 * garment is washed, for example.
 */
export const stageInversions = (progress: Progress): StageInversion[] => {
  const reported = wipStages.flatMap((stage) => {
    const qty = progress[stage]
    return qty === undefined ? [] : [{ stage, qty }]
  })
  return reported.flatMap(({ stage, qty }, index) => {
    const before = reported[index - 1]
    return before && qty > before.qty ? [{ stage, qty, before: before.stage, before_qty: before.qty }] : []
  })
}

/**
 * The state of production: started when the first piece is cut, finished when all units are packed or have left. Having
 * material in house does not count as a start.
 */
export const productionOf = ({
  qty,
  packed_qty,
  wip_stage,
  wip_qty = null,
}: {
  qty: number
  packed_qty: number
  wip_stage: string | null
  wip_qty?: number | null
}): ProductionStatus => {
  // Goods that left the factory were packed, even if packing was not reported.
  const left_qty = wip_stage === 'ex_factory' ? (wip_qty ?? 0) : 0
  if (Math.max(packed_qty, left_qty) >= qty && qty > 0) return 'finished'
  return packed_qty > 0 || (wip_stage && wip_stage !== 'material_in_house') ? 'in_production' : 'not_started'
}

/** Whether a line is in production and its last report is more than a week old. */
export const lacksReports = (
  { production_status, wip_reported_on }: { production_status: string | null; wip_reported_on: string | null },
  today: string,
): boolean =>
  production_status === 'in_production' &&
  wip_reported_on !== null &&
  daysBetween(wip_reported_on, today) > silentAfterDays

/** The maximum units of a stage: the ordered quantity plus `overTolerance` percent. */
export const maxUnits = (qty: number, overTolerance: string | number | null): number =>
  Math.floor((qty * (100 + Number(overTolerance ?? 0))) / 100 + 1e-9)

/** The minimum units that count as complete: the ordered quantity minus `underTolerance` percent. */
export const minUnits = (qty: number, underTolerance: string | number | null): number =>
  Math.ceil((qty * (100 - Number(underTolerance ?? 0))) / 100 - 1e-9)

/** A line in production, as the API returns it to the production board and the report entry. */
export interface LineProgress {
  id: number
  line_title: string
  article_no: string
  article_en: string
  article_zh: string | null
  colour_en: string | null
  colour_zh: string | null
  supplier: string
  country: string | null
  qty: number
  /** Maximum units, including the over-tolerance of the order. */
  most: number
  uom: string | null
  ex_factory_date: string | null
  slip_days: number | null
  goods_state: GoodsState | null
  production_status: 'not_started' | 'in_production' | 'finished' | null
  wip_stage: WipStage | null
  wip_qty: number | null
  wip_reported_on: string | null
  stages: Progress
}

/** The last report of a factory on a stage of a line. */
export interface LastReport {
  id: number
  version: number
  po_line_id: number
  factory_id: number | null
  factory: string | null
  stage: WipStage
  report_date: string
  cumulative_qty: number
}
