import { compare, sum } from '#shared/base/money.ts'
import type { AttachmentKind } from '#shared/kit/attachments.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { type CompositionRow, garmentComponents } from './composition'

/** Chain-of-custody standards under which fibres are sold as organic or recycled. */
export const claimStandards = ['GOTS', 'OCS', 'GRS', 'RCS'] as const
export type ClaimStandard = (typeof claimStandards)[number]

/** The claim that a standard certifies, and the minimum share in percent of certified fibre in a component. */
const standards: Readonly<Record<ClaimStandard, { claim: Claim; minPct: string; source: string }>> = {
  GOTS: { claim: 'organic', minPct: '70', source: 'GOTS 7.0, 2.2.2: 70 % “made with organic”, 95 % “organic”' },
  OCS: { claim: 'organic', minPct: '5', source: 'OCS 3.0: 5 % “blended”, 95 % “100”' },
  GRS: { claim: 'recycled', minPct: '20', source: 'GRS 4.0: 20 %, with the label 50 %' },
  RCS: { claim: 'recycled', minPct: '5', source: 'RCS 2.0: 5 % “blended”, 95 % “100”' },
}
export type Claim = 'organic' | 'recycled'
const claims: readonly Claim[] = ['organic', 'recycled']

/** The evidence for the claims of a declaration. Dates are ISO 8601. */
export interface ClaimEvidence {
  claim_standards: readonly string[] | null
  scope_certificate_no: string | null
  scope_valid_until: string | null
  transaction_certificate_no: string | null
}

/** The claims in composition rows. */
export const claimsIn = (rows: readonly CompositionRow[]): Claim[] =>
  claims.filter((claim) => rows.some((row) => row[claim]))

/** Kinds of attachments that are needed as evidence for the claims in the rows. */
export const claimEvidence = (rows: readonly CompositionRow[]): AttachmentKind[] =>
  claimsIn(rows).length > 0 ? certificateKinds : []
export const certificateKinds: AttachmentKind[] = ['scope_certificate', 'transaction_certificate']

/**
 * Problems of claims. Each claim needs a standard that certifies it with its minimum share, a scope certificate that is
 * valid until the goods leave (`neededUntil`), and a transaction certificate.
 */
export const claimProblems = (
  rows: readonly CompositionRow[],
  evidence: ClaimEvidence,
  neededUntil: string | null,
): Problem[] => {
  const claimed = claimsIn(rows)
  if (claimed.length === 0) return []
  const { scope_valid_until: validUntil } = evidence
  return [
    ...claimed.flatMap((claim) => standardProblems(rows, claim, evidence)),
    ...missingProblems(evidence),
    ...(validUntil && neededUntil && validUntil < neededUntil
      ? [
          problem(
            textOf('problems.fibre-allocations.scope_expires', { until: validUntil, needed: neededUntil }),
            'scope_valid_until',
          ),
        ]
      : []),
  ]
}

const standardProblems = (
  rows: readonly CompositionRow[],
  claim: Claim,
  { claim_standards }: ClaimEvidence,
): Problem[] => {
  const certifying = (claim_standards ?? []).filter(isStandard).filter((name) => standards[name].claim === claim)
  if (certifying.length === 0) return [problem(standardMissing[claim], 'claim_standards')]
  return garmentComponents.flatMap((component) => {
    const claimedRows = rows.filter((row) => row.component === component && row[claim])
    if (claimedRows.length === 0) return []
    const share = sum(claimedRows.map(({ pct }) => pct ?? '0'))
    return certifying
      .filter((name) => compare(share, standards[name].minPct) < 0)
      .map((name) =>
        problem(
          textOf('problems.fibre-allocations.share_below', { standard: name, min: standards[name].minPct, share }),
          'claim_standards',
        ),
      )
  })
}

const standardMissing: Readonly<Record<Claim, Text>> = {
  organic: textOf('problems.fibre-allocations.standard_missing_organic'),
  recycled: textOf('problems.fibre-allocations.standard_missing_recycled'),
}

const missingProblems = (evidence: ClaimEvidence): Problem[] =>
  (['scope_certificate_no', 'scope_valid_until', 'transaction_certificate_no'] as const)
    .filter((field) => !evidence[field])
    .map((field) => problem(textOf('problems.fibre-allocations.certificate_needed'), field))

const isStandard = (name: string): name is ClaimStandard => (claimStandards as readonly string[]).includes(name)
