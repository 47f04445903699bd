import type { InspectionSeverity } from './aql'

/** How far final inspections leave normal inspection: not at all, after bad lots only, after good lots as well. */
export const switchingPolicies = ['normal_only', 'tighten', 'tighten_and_reduce'] as const
export type SwitchingPolicy = (typeof switchingPolicies)[number]

/** A lot after its first final inspection; re-inspections do not count. */
export interface InspectedLot {
  severity: InspectionSeverity
  isAccepted: boolean
  /** Accepted with more defects than the acceptance number, which reduced inspection alone allows. */
  isMarginal: boolean
}

/** What follows from the lots before. */
export interface Switching {
  severity: InspectionSeverity
  /** So many lots failed a tightened inspection that the supplier must improve before further lots are inspected. */
  isDiscontinued: boolean
}

/** Switching rules of ANSI/ASQ Z1.4 (4.7 and 4.8, without limit numbers) and ISO 2859-1 (9.3 and 9.4), in lots. */
export const switchingRules = {
  /** Normal to tightened: so many of these consecutive lots are not accepted. */
  tightenAfter: { rejected: 2, of: 5 },
  /** Tightened to normal: so many consecutive lots are accepted. */
  relaxAfter: 5,
  /** Normal to reduced: so many consecutive lots are accepted. */
  reduceAfter: 10,
  /** So many lots are not accepted in a tightened inspection. */
  discontinueAfter: 5,
} as const

/** How many lots back the rules need to look at most, with room for those that were accepted between rejected ones. */
export const lotsToRead = 50

/** The severity of the next final inspection, from the lots of the same factory and supplier, the first one first. */
export const nextSeverity = (all: readonly InspectedLot[], policy: SwitchingPolicy): Switching => {
  const lots = withoutEarlier(all)
  const last = lots.at(-1)
  if (policy === 'normal_only' || !last) return { severity: 'normal', isDiscontinued: false }
  const run = lastRun(lots)
  const isDiscontinued = last.severity === 'tightened' && rejectedIn(run) >= switchingRules.discontinueAfter
  return { severity: severityAfter(run, last, policy), isDiscontinued }
}

/**
 * Without normal lots among tightened ones that have not earned the return: several are inspected at a time, and these
 * began before the severity changed. So many of them that they are enough to return were inspected under other
 * settings.
 */
const withoutEarlier = (lots: readonly InspectedLot[]): InspectedLot[] => {
  const kept: InspectedLot[] = []
  for (const [at, lot] of lots.entries()) {
    const isReturn = lot.severity === 'normal' && kept.at(-1)?.severity === 'tightened'
    if (isReturn) {
      const next = lots.findIndex(({ severity }, index) => index > at && severity !== 'normal')
      const count = (next < 0 ? lots.length : next) - at
      const { relaxAfter } = switchingRules
      if (count < relaxAfter && !hasAccepted(lastRun(kept), relaxAfter)) continue
    }
    kept.push(lot)
  }
  return kept
}

const lastRun = (lots: readonly InspectedLot[]) =>
  lots.slice(lots.findLastIndex(({ severity }) => severity !== lots.at(-1)?.severity) + 1)

/** `run`: the lots since the severity changed last. */
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

/** Whether at least so many lots are there and the last of them were all accepted. */
const hasAccepted = (lots: readonly InspectedLot[], count: number) =>
  lots.length >= count && lots.slice(-count).every(({ isAccepted }) => isAccepted)
