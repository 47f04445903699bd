import { describe, expect, it } from 'vitest'
import { rules, toleranceProblems } from '#areas/fibre-allocations/rules.ts'
import type { CompositionRow } from '#shared/trade/composition.ts'
import { type ClaimEvidence, claimEvidence, claimProblems, claimsIn } from '#shared/trade/fibre-claims.ts'

const [cotton, polyester, elastane] = [1, 2, 3]
const row = (fibre_id: number, pct: string, more: Partial<CompositionRow> = {}): CompositionRow =>
  ({ component: 'shell', fibre_id, pct, recycled: false, organic: false, ...more }) as CompositionRow
const whole: ClaimEvidence = {
  claim_standards: ['OCS'],
  scope_certificate_no: 'CU-812044',
  scope_valid_until: '2027-03-31',
  transaction_certificate_no: 'TC-40218',
}
const reasons = (rows: CompositionRow[], evidence: Partial<ClaimEvidence> = {}, neededUntil: string | null = null) =>
  claimProblems(rows, { ...whole, ...evidence }, neededUntil).map(({ text, field }) => [
    JSON.stringify(text).match(/fibre-allocations\.(\w+)/)?.[1],
    field,
  ])

describe('a claim', () => {
  it.each([
    ['nothing', [row(cotton, '100')], []],
    ['organic', [row(cotton, '60', { organic: true }), row(polyester, '40')], ['organic']],
    [
      'both, each on a part of its own',
      [row(cotton, '100', { organic: true }), row(polyester, '100', { component: 'lining', recycled: true })],
      ['organic', 'recycled'],
    ],
  ] as const)('is read from rows: %s', (_case, rows, claims) => {
    expect(claimsIn(rows)).toEqual(claims)
    expect(claimEvidence(rows)).toEqual(claims.length > 0 ? ['scope_certificate', 'transaction_certificate'] : [])
  })

  const organic = (pct: string) => [row(cotton, pct, { organic: true }), row(polyester, String(100 - Number(pct)))]
  const recycled = (pct: string) => [row(polyester, pct, { recycled: true }), row(cotton, String(100 - Number(pct)))]

  it.each<[string, CompositionRow[], Partial<ClaimEvidence>, string | null, unknown[]]>([
    ['needs no evidence where nothing is claimed', [row(cotton, '100')], { claim_standards: null }, '2030-01-01', []],
    ['stands with everything', organic('60'), {}, '2027-03-31', []],
    [
      'needs a standard',
      organic('60'),
      { claim_standards: [] },
      null,
      [['standard_missing_organic', 'claim_standards']],
    ],
    [
      'needs a standard of its kind',
      organic('60'),
      { claim_standards: ['GRS'] },
      null,
      [['standard_missing_organic', 'claim_standards']],
    ],
    ['of recycled fibre likewise', recycled('60'), {}, null, [['standard_missing_recycled', 'claim_standards']]],
    ['has the least share of OCS', organic('5'), {}, null, []],
    ['is below the least share of OCS', organic('4'), {}, null, [['share_below', 'claim_standards']]],
    ['has the least share of GOTS', organic('70'), { claim_standards: ['GOTS'] }, null, []],
    [
      'is below the least share of GOTS',
      organic('69'),
      { claim_standards: ['GOTS'] },
      null,
      [['share_below', 'claim_standards']],
    ],
    ['has the least share of GRS', recycled('20'), { claim_standards: ['GRS'] }, null, []],
    [
      'is below the least share of GRS',
      recycled('19'),
      { claim_standards: ['GRS'] },
      null,
      [['share_below', 'claim_standards']],
    ],
    [
      'needs a scope certificate',
      organic('60'),
      { scope_certificate_no: null },
      null,
      [['certificate_needed', 'scope_certificate_no']],
    ],
    [
      'needs a transaction certificate',
      organic('60'),
      { transaction_certificate_no: '' },
      null,
      [['certificate_needed', 'transaction_certificate_no']],
    ],
    ['outlives the certificate', organic('60'), {}, '2027-04-01', [['scope_expires', 'scope_valid_until']]],
  ])('%s', (_case, rows, evidence, neededUntil, problems) =>
    expect(reasons(rows, evidence, neededUntil)).toEqual(problems),
  )
})

describe('a laboratory result', () => {
  const names = () => ({ name_en: 'cotton', name_zh: '棉' })
  const codes = (declared: CompositionRow[], tested: CompositionRow[]) =>
    toleranceProblems(declared, tested, names).map(({ code }) => code)

  it.each<[string, CompositionRow[], CompositionRow[], number]>([
    ['has not come yet', [row(cotton, '100')], [], 0],
    ['is three points off', [row(cotton, '60'), row(polyester, '40')], [row(cotton, '63'), row(polyester, '37')], 0],
    [
      'is 3.01 points off on both',
      [row(cotton, '60'), row(polyester, '40')],
      [row(cotton, '63.01'), row(polyester, '36.99')],
      2,
    ],
    ['finds a fibre that is not declared', [row(cotton, '100')], [row(cotton, '96.5'), row(elastane, '3.5')], 2],
    ['does not find a declared one', [row(cotton, '96'), row(elastane, '4')], [row(cotton, '100')], 2],
    [
      'is of another part alone',
      [row(cotton, '100'), row(polyester, '100', { component: 'lining' })],
      [row(polyester, '99', { component: 'lining' }), row(cotton, '1', { component: 'lining' })],
      0,
    ],
  ])('that %s', (_case, declared, tested, count) =>
    expect(codes(declared, tested)).toEqual(Array(count).fill('FIBRE_TOLERANCE')),
  )

  it('is of a declared part, and not of tomorrow', () => {
    const record = {
      declared: [row(cotton, '100')],
      tested: [row(polyester, '100', { component: 'lining' })],
      tested_on: '2026-11-25',
    }
    const problems = rules.check?.(record as never, { today: '2026-11-24' } as never) ?? []
    expect(problems.map(({ field }) => field)).toEqual(['tested.0.component', 'tested_on'])
  })
})
