import { daysBetween } from '#shared/base/dates.ts'

/** The stages of making a garment in order; reported quantities are cumulative. */
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
 * Where the goods of a line are, regardless of bookings: space is booked before goods are packed. Shipped or closed
 * goods have left.
 */
export const goodsStates = ['unpacked', 'packed', 'left'] as const
export type GoodsState = (typeof goodsStates)[number]

export const productionStatuses = ['not_started', 'in_production', 'finished'] as const
export type ProductionStatus = (typeof productionStatuses)[number]

/** Units through each stage of a line, over all its factories; stages without a report are absent. */
export type Progress = Partial<Record<WipStage, number>>

/** Days without a word after which a line in production is silent. */
export const silentAfterDays = 7

/** How far a line is: the last stage that anything is through, with its units. */
export const latestStage = (progress: Progress): { stage: WipStage; qty: number } | null => {
  const stage = wipStages.findLast((name) => (progress[name] ?? 0) > 0)
  return stage ? { stage, qty: progress[stage] ?? 0 } : null
}

/** A stage that more is reported of than of the reported stage before it. */
export interface StageInversion {
  stage: WipStage
  qty: number
  before: WipStage
  before_qty: number
}

/** Stages that exceed the one before them; stages without a report (not every garment is washed) are skipped. */
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
 * The state of production: started with the first cut piece, finished when all is packed or has left. Material in house
 * is no start.
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
  // Goods that left were packed, reported or not.
  const left_qty = wip_stage === 'ex_factory' ? (wip_qty ?? 0) : 0
  if (Math.max(packed_qty, left_qty) >= qty && qty > 0) return 'finished'
  return packed_qty > 0 || (wip_stage && wip_stage !== 'material_in_house') ? 'in_production' : 'not_started'
}

/** Whether a line is in production and had no report for more than a week. */
export const lacksReports = (
  { production_status, wip_reported_on }: { production_status: string | null; wip_reported_on: string | null },
  today: string,
): boolean =>
  production_status === 'in_production' &&
  wip_reported_on !== null &&
  daysBetween(wip_reported_on, today) > silentAfterDays

/** The most units that a stage may have, with what may be made beyond the order. */
export const maxUnits = (qty: number, overTolerance: string | number | null): number =>
  Math.floor((qty * (100 + Number(overTolerance ?? 0))) / 100 + 1e-9)

/** The fewest units that count as complete, with what may be missing of the order. */
export const minUnits = (qty: number, underTolerance: string | number | null): number =>
  Math.ceil((qty * (100 - Number(underTolerance ?? 0))) / 100 - 1e-9)

/** A line in production, as the API returns it to the board and the entry screen. */
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
  /** Units that may be made, with what may be made beyond the order. */
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

/** The last report of a factory on a stage. */
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
