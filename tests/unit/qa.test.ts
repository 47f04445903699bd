import { describe, expect, it } from 'vitest'
import { type Findings, resultOf } from '#shared/trade/qa.ts'

/** A final inspection of 125 of 2,400 units: AQL 2.5 and 4.0 accept 7 and 10. */
const found = (values: Partial<Findings> = {}): Findings => ({
  ...{ type: 'final', original_type: 'final', critical: 0, major: 0, minor: 0, hard_fails: 0 },
  ...{ major_reject: 8, minor_reject: 11, packed_pct: 100, conclusion: 'conforming' },
  ...values,
})

describe('the result of an inspection', () => {
  it.each([
    ['nothing was found', {}, 'passed'],
    ['as many defects as the plan accepts', { major: 7, minor: 10 }, 'passed'],
    ['one major defect more', { major: 8 }, 'failed'],
    ['one minor defect more', { minor: 11 }, 'failed'],
    ['a critical defect', { critical: 1 }, 'failed'],
    ['a check that fails the lot', { hard_fails: 1 }, 'failed'],
    ['other checks do not conform', { conclusion: 'nonconforming' }, 'failed'],
    ['80 % packed', { packed_pct: 80 }, 'passed'],
    ['79 % packed', { packed_pct: 79 }, 'not_ready'],
    ['defects weigh more than packing', { packed_pct: 40, major: 8 }, 'failed'],
    ['a re-inspection of a final one that is not packed', { type: 'reinspection', packed_pct: 50 }, 'not_ready'],
    ['goods in production need no packing', { type: 'dupro', original_type: 'dupro', packed_pct: 20 }, 'passed'],
    ['defects without a plan', { type: 'lab_test', original_type: 'lab_test', major: 3, major_reject: null }, 'passed'],
    ['a critical one without a plan', { original_type: 'lab_test', critical: 1, major_reject: null }, 'failed'],
  ] as const)('%s', (_, values, result) => {
    expect(resultOf(found(values))).toBe(result)
  })
})
