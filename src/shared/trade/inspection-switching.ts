import type { InspectionSeverity } from './aql'

/**
 * Policies for switching the severity of final inspections: never, only to tightened after bad lots, or also to reduced
 * after good ones.
 */
export const switchingPolicies = ['normal_only', 'tighten', 'tighten_and_reduce'] as const
export type SwitchingPolicy = (typeof switchingPolicies)[number]

/** A lot with the result of its first final inspection; re-inspections do not count. */
export interface InspectedLot {
  severity: InspectionSeverity
  isAccepted: boolean
  /**
   * Whether the lot was accepted with more defects than the acceptance number, which is possible only in reduced
   * inspection.
   */
  isMarginal: boolean
}

/** The severity that follows from the previous lots. */
export interface Switching {
  severity: InspectionSeverity
  /**
   * Whether too many lots failed tightened inspection, so that the supplier must improve before further lots are
   * inspected.
   */
  isDiscontinued: boolean
}

/**
 * Switching rules of ANSI/ASQ Z1.4 (4.7 and 4.8, without limit numbers) and ISO 2859-1 (9.3 and 9.4), in numbers of
 * lots.
 */
export const switchingRules = {
  /** From normal to tightened: this many of the last lots are not accepted. */
  tightenAfter: { rejected: 2, of: 5 },
  /** From tightened to normal: this many consecutive lots are accepted. */
  relaxAfter: 5,
  /** From normal to reduced: this many consecutive lots are accepted. */
  reduceAfter: 10,
  /** Discontinued: this many lots are not accepted in tightened inspection. */
  discontinueAfter: 5,
} as const

/** Number of previous lots that the rules need at most, with a margin for accepted ones between rejected ones. */
export const lotsToRead = 50

/**
 * The severity of the next final inspection, from the previous lots of the same factory and supplier in chronological
 * order.
 */
export const nextSeverity = (all: readonly InspectedLot[], policy: SwitchingPolicy): Switching => {
  const lots = withoutEarlier(all)
  const last = lots.at(-1)
  if (policy === 'normal_only' || !last) return { severity: 'normal', isDiscontinued: false }
  const run = lastRun(lots)
  const isDiscontinued = last.severity === 'tightened' && rejectedIn(run) >= switchingRules.discontinueAfter
  return { severity: severityAfter(run, last, policy), isDiscontinued }
}

/**
 * Drops normal lots among tightened ones whose return to normal was not earned yet: several lots are inspected at the
 * same time, and these began before the severity changed. If there are enough of them to return, they were inspected
 * under other settings and count.
 */
const withoutEarlier = (lots: readonly InspectedLot[]): InspectedLot[] => {
  const counted: InspectedLot[] = []
  for (const [at, lot] of lots.entries()) {
    const isReturn = lot.severity === 'normal' && counted.at(-1)?.severity === 'tightened'
    if (isReturn) {
      const next = lots.findIndex(({ severity }, index) => index > at && severity !== 'normal')
      const count = (next < 0 ? lots.length : next) - at
      const { relaxAfter } = switchingRules
      if (count < relaxAfter && !hasAccepted(lastRun(counted), relaxAfter)) continue
    }
    counted.push(lot)
  }
  return counted
}

const lastRun = (lots: readonly InspectedLot[]) =>
  lots.slice(lots.findLastIndex(({ severity }) => severity !== lots.at(-1)?.severity) + 1)

/** `run` has the lots since the last change of severity. */
const severityAfter = (
  run: readonly InspectedLot[],
  last: InspectedLot,
  policy: SwitchingPolicy,
): InspectionSeverity => {
  const { tightenAfter, relaxAfter, reduceAfter } = switchingRules
  if (last.severity === 'tightened') return hasAccepted(run, relaxAfter) ? 'normal' : 'tightened'
  const mayReduce = policy === 'tighten_and_reduce'
  if (last.severity === 'reduced') return mayReduce && last.isAccepted && !last.isMarginal ? 'reduced' : 'normal'
  if (rejectedIn(run.slice(-tightenAfter.of)) >= tightenAfter.rejected) return 'tightened'
  return mayReduce && hasAccepted(run, reduceAfter) ? 'reduced' : 'normal'
}

const rejectedIn = (lots: readonly InspectedLot[]) => lots.filter(({ isAccepted }) => !isAccepted).length

/** Whether there are at least `count` lots, and the last `count` were all accepted. */
const hasAccepted = (lots: readonly InspectedLot[], count: number) =>
  lots.length >= count && lots.slice(-count).every(({ isAccepted }) => isAccepted)
