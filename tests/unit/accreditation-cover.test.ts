import { describe, expect, it } from 'vitest'
import { gradesFrom, isWaived, type TestedAudit, testCover } from '#shared/trade/accreditation-cover.ts'

const bsci = 1
const smeta = 2
const wrap = 3
/** A, B, C, D and E of a graded programme; D and E are not passed. */
const grades = [11, 12, 13, 14, 15].map((id, at) => ({ id, sort_order: at + 1, passes: at < 3 }))
/** One of BSCI C or better, SMETA, WRAP. */
const social = [
  { standard_program_id: bsci, grades: gradesFrom(grades, 13) },
  { standard_program_id: smeta, grades: null },
  { standard_program_id: wrap, grades: null },
]
let made = 0
const audit = (changes: Partial<TestedAudit> = {}): TestedAudit => {
  made += 1
  return {
    id: made,
    factory_id: 1,
    standard_program_id: bsci,
    follow_up_of_id: null,
    audit_type: 'full',
    audit_date: '2026-03-10',
    status: 'valid',
    grade_id: 12,
    valid_from: '2026-03-10',
    valid_to: '2027-03-10',
    scope: 'factory',
    ...changes,
  }
}
const leaves = '2027-03-10'
const stateOf = (audits: TestedAudit[], day = leaves) => testCover(social, audits, day).state

describe('a factory on the day on which goods leave it', () => {
  it.each([
    ['the day before the last', '2027-03-09', 'covered'],
    ['the last day', '2027-03-10', 'covered'],
    ['the day after the last', '2027-03-11', 'expires_before'],
    ['the first day', '2026-03-10', 'covered'],
    ['the day before the first', '2026-03-09', 'missing'],
  ])('is tested on %s', (_title, day, state) => expect(stateOf([audit()], day)).toBe(state))

  it.each<[string, Partial<TestedAudit>, string]>([
    ['grade A', { grade_id: 11 }, 'covered'],
    ['the least grade', { grade_id: 13 }, 'covered'],
    ['a grade below', { grade_id: 14 }, 'missing'],
    ['no grade where one is wanted', { grade_id: null }, 'missing'],
    ['another accepted programme without grades', { standard_program_id: smeta, grade_id: null }, 'covered'],
    ['a programme that is not accepted', { standard_program_id: 9, grade_id: null }, 'missing'],
    ['what the factory says of itself', { audit_type: 'self_assessment' }, 'missing'],
    ['an audit that is about to expire', { status: 'expiring' }, 'covered'],
    ['one that has expired since', { status: 'expired', valid_to: '2027-03-10' }, 'covered'],
    ['a revoked one', { status: 'revoked' }, 'missing'],
    ['a failed one', { status: 'failed', valid_from: null, valid_to: null }, 'missing'],
    ['papers in review', { status: 'submitted' }, 'in_review'],
    ['papers in review without days', { status: 'under_review', valid_from: null, valid_to: null }, 'in_review'],
    ['papers in review that end too early', { status: 'submitted', valid_to: '2027-03-09' }, 'missing'],
    ['a draft', { status: 'draft' }, 'missing'],
    ['rejected papers', { status: 'rejected' }, 'missing'],
  ])('with %s', (_title, changes, state) => expect(stateOf([audit(changes)])).toBe(state))

  it('is covered by any programme of the group, whatever the others say', () => {
    expect(stateOf([audit({ valid_to: '2026-12-31' }), audit({ standard_program_id: wrap, grade_id: null })])).toBe(
      'covered',
    )
    expect(stateOf([audit({ status: 'failed' }), audit({ standard_program_id: wrap, grade_id: null })])).toBe('covered')
    expect(
      stateOf([
        audit({ valid_to: '2026-12-31' }),
        audit({ standard_program_id: wrap, status: 'submitted', grade_id: null }),
      ]),
    ).toBe('in_review')
  })

  it('goes by the later result of a programme', () => {
    const first = audit()
    const later = (changes: Partial<TestedAudit>) =>
      audit({ audit_date: '2026-09-01', valid_from: '2026-09-01', valid_to: '2027-09-01', ...changes })
    expect(stateOf([first, later({ grade_id: 14 })])).toBe('missing')
    expect(stateOf([first, later({ status: 'failed', valid_from: null, valid_to: null })])).toBe('missing')
    expect(stateOf([first, later({ status: 'revoked' })])).toBe('covered')
    // A renewal that begins after the goods have left takes nothing away.
    expect(stateOf([first, later({ valid_from: '2027-03-11', valid_to: '2028-03-10' })])).toBe('covered')
    expect(stateOf([first, later({ valid_from: '2027-03-11', valid_to: '2028-03-10' })], '2027-03-11')).toBe('covered')
  })

  it('keeps certificates of products beside each other', () => {
    const product = { standard_program_id: wrap, grade_id: null, scope: 'product' }
    expect(stateOf([audit(product), audit({ ...product, audit_date: '2026-09-01', status: 'failed' })])).toBe('covered')
  })

  it('names the audit that counts, and its last day', () => {
    const short = audit({ standard_program_id: smeta, grade_id: null, valid_to: '2027-04-01' })
    const long = audit({ standard_program_id: wrap, grade_id: null, valid_to: '2028-04-01' })
    expect(testCover(social, [short, long], leaves)).toEqual({
      state: 'covered',
      audit_id: long.id,
      until: '2028-04-01',
    })
    expect(testCover(social, [short, long], leaves, short.id).audit_id).toBe(short.id)
    expect(testCover(social, [short, long], '2027-05-01', short.id).audit_id).toBe(long.id)
    expect(testCover(social, [short], '2027-04-02')).toEqual({
      state: 'expires_before',
      audit_id: short.id,
      until: '2027-04-01',
    })
    expect(testCover(social, [], leaves)).toEqual({ state: 'missing', audit_id: null, until: null })
  })
})

it.each([
  [null, null],
  [11, [11]],
  [13, [11, 12, 13]],
  // Who accepts a grade that is not passed says so.
  [14, [11, 12, 13, 14]],
])('counts grades from %s', (least, counted) => expect(gradesFrom(grades, least)).toEqual(counted))

it.each([
  ['2027-03-10', true],
  ['2027-03-09', false],
  ['2027-03-11', true],
  [null, false],
])('is waived until %s', (until, expected) => expect(isWaived(until, leaves)).toBe(expected))
