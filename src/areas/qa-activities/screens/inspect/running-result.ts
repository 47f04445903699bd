import type { AnyRecord } from '#shared/kit/area.ts'
import { countPieces, type InspectedPoint, pieceFields } from '#shared/trade/measured.ts'
import {
  type ActivityResult,
  countChecks,
  type DefectSeverity,
  defectSeverities,
  type Findings,
  resultOf,
} from '#shared/trade/qa.ts'
import { type FoundDefect, type Lengths, measureKey, pointsOf, type Work } from './work'

/** The points of measure of a record with the given lengths. */
const measuredPoints = (record: AnyRecord, lengths: Lengths): InspectedPoint[] =>
  pointsOf(record).map((point) => ({
    ...point,
    ...Object.fromEntries(pieceFields.map((field) => [field, lengths[measureKey(point.id, field)] ?? null])),
  }))

/** Units by severity. */
export const countsOf = (defects: readonly FoundDefect[]): Record<DefectSeverity, number> =>
  Object.fromEntries(
    defectSeverities.map((severity) => [
      severity,
      defects.reduce((sum, defect) => sum + (defect.severity === severity ? defect.qty : 0), 0),
    ]),
  ) as Record<DefectSeverity, number>

/** The result of the inspection so far, computed like on the server. */
export const runningResult = (record: AnyRecord, work: Work): ActivityResult => {
  const { checks, closing } = work
  return resultOf({
    ...countsWithMeasures(record, work),
    hard_fails: countChecks(checks).hard_fails,
    ...{ type: String(record.type), original_type: String(record.original_type) },
    major_reject: (record.major_reject ?? null) as number | null,
    minor_reject: (record.minor_reject ?? null) as number | null,
    packed_pct: closing.packed_pct === undefined || closing.packed_pct === null ? null : Number(closing.packed_pct),
    conclusion:
      closing.conclusion === 'nonconforming' ? 'nonconforming' : ('conforming' satisfies Findings['conclusion']),
  })
}

/** Units by severity; includes pieces out of tolerance as major defects if the activity counts them. */
export const countsWithMeasures = (record: AnyRecord, { defects, lengths }: Work): Record<DefectSeverity, number> => {
  const counts = countsOf(defects)
  const outOfTolerance = record.counts_measures === true ? countPieces(measuredPoints(record, lengths)).out : 0
  return { ...counts, major: counts.major + outOfTolerance }
}
