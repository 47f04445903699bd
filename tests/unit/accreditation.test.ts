import { describe, expect, it } from 'vitest'
import { addMonths } from '#shared/base/dates.ts'
import {
  type AuditInLine,
  capStateOf,
  coversDay,
  currentAudits,
  dueNotice,
  type FirmStanding,
  firmFindingOf,
  followUpDue,
  type GradeRule,
  gradeForScore,
  isAfterSuspension,
  nextStepDue,
  proposedValidTo,
  type Severity,
  standingOn,
} from '#shared/trade/accreditation.ts'

const grade = (code: string, more: Partial<GradeRule> = {}): GradeRule => ({
  ...{ code, from_pct: null, to_pct: null, passes: true, zero_tolerance: false },
  ...{ validity_months: null, follow_up_months: null },
  ...more,
})

const bsci = [
  grade('A', { from_pct: 86, to_pct: 100, validity_months: 24 }),
  grade('B', { from_pct: 71, to_pct: 85, validity_months: 24 }),
  grade('C', { from_pct: 51, to_pct: 70, validity_months: 12, follow_up_months: 12 }),
  grade('D', { from_pct: 30, to_pct: 50, validity_months: 12, follow_up_months: 12 }),
  grade('E', { from_pct: 0, to_pct: 29, passes: false, validity_months: 0 }),
  grade('ZT', { passes: false, zero_tolerance: true, validity_months: 0 }),
]
const gradeCalled = (code: string) => bsci.find((candidate) => candidate.code === code)

describe('a month later', () => {
  it.each([
    ['2026-05-01', 12, '2027-05-01'],
    ['2026-08-31', 6, '2027-02-28'],
    ['2027-08-31', 6, '2028-02-29'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2028-02-29', 48, '2032-02-29'],
    ['2026-12-31', 2, '2027-02-28'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2026-06-30', 0, '2026-06-30'],
  ])('%s and %i months are %s', (from, months, to) => expect(addMonths(from, months)).toBe(to))

  it.each([
    ['2026-02-30', 1],
    ['2026-02-01', 0.5],
    ['9999-12-01', 1],
    ['', 1],
  ])('%s and %d months are refused', (from, months) => expect(() => addMonths(from, months)).toThrow(RangeError))
})

describe('a score', () => {
  it.each([
    [100, 'A'],
    [86, 'A'],
    [85.99, 'B'],
    [85, 'B'],
    [71, 'B'],
    [70.5, 'C'],
    [51, 'C'],
    [50, 'D'],
    [30, 'D'],
    [29.99, 'E'],
    [0, 'E'],
    [100.01, null],
    [-1, null],
  ])('of %d means %s', (score, code) => expect(gradeForScore(bsci, score)?.code ?? null).toBe(code))

  it('means nothing where the programme does not score', () => {
    expect(gradeForScore([grade('PLATINUM'), grade('GOLD')], 90)).toBeNull()
    expect(gradeForScore([], 90)).toBeNull()
  })
  it('below all ranges means nothing', () => expect(gradeForScore([grade('PASS', { from_pct: 60 })], 59)).toBeNull())
})

describe('the proposed validity', () => {
  it.each([
    ['A', '2026-05-12', null, '2028-05-12'],
    ['C', '2026-05-31', null, '2027-05-31'],
    ['E', '2026-05-12', 12, null],
    ['ZT', '2026-05-12', 12, null],
    [null, '2026-05-12', 36, '2029-05-12'],
    [null, '2026-05-12', null, null],
    [null, null, 12, null],
  ])('of grade %s from %s with %s months otherwise is %s', (code, from, months, to) =>
    expect(proposedValidTo(from, code ? gradeCalled(code) : null, { default_validity_months: months })).toBe(to),
  )
  it('falls back to the programme where a passed grade says nothing', () =>
    expect(proposedValidTo('2026-02-28', grade('II'), { default_validity_months: 12 })).toBe('2027-02-28'))
  it('asks for a follow-up where the grade does', () => {
    expect(followUpDue('2026-05-12', gradeCalled('C'))).toBe('2027-05-12')
    expect(followUpDue('2026-05-12', gradeCalled('A'))).toBeNull()
    expect(followUpDue(null, gradeCalled('C'))).toBeNull()
  })
})

const step = (due_on: string, done_on: string | null = null, verified = false) => ({ due_on, done_on, verified })
const finding = (...actions: ReturnType<typeof step>[]) => ({ severity: 'major' as Severity, actions })

describe('a corrective action plan', () => {
  const today = '2026-06-10'
  it.each([
    ['none', [], true],
    ['open', [finding()], true],
    ['none', [finding()], false],
    ['open', [finding(step('2026-06-10'))], false],
    ['overdue', [finding(step('2026-06-09'))], true],
    ['overdue', [finding(step('2026-06-09'), step('2026-05-01', '2026-05-01', true))], true],
    ['in_progress', [finding(step('2026-06-09', '2026-06-12'))], true],
    ['in_progress', [finding(step('2026-06-09', '2026-06-01', true)), finding()], true],
    ['in_progress', [finding(step('2026-06-01', '2026-06-01', true), step('2026-07-01'))], true],
    ['closed', [finding(step('2026-06-01', '2026-06-01', true))], true],
    [
      'closed',
      [finding(step('2026-06-01', '2026-06-01', true)), finding(step('2026-07-01', '2026-06-02', true))],
      true,
    ],
  ])('is %s', (state, findings, requires) => expect(capStateOf(findings, requires, today)).toBe(state))

  it('is due on the earliest day of what is left', () => {
    expect(nextStepDue([finding(step('2026-08-01')), finding(step('2026-07-01'), step('2026-06-01', today))])).toBe(
      '2026-07-01',
    )
    expect(nextStepDue([finding(step('2026-06-01', today))])).toBeNull()
  })
})

describe('an accepted accreditation', () => {
  it.each([
    ['2026-08-10', 'valid'],
    ['2026-08-09', 'expiring'],
    ['2026-06-10', 'expiring'],
    ['2026-06-09', 'expired'],
  ])('that ends on %s is %s on 10 June', (until, standing) => expect(standingOn(until, '2026-06-10')).toBe(standing))

  it.each([
    [91, null, null],
    [90, null, 90],
    [61, null, 90],
    [61, 90, null],
    [60, 90, 60],
    [30, 60, 30],
    // The portal stood still: the latest threshold alone.
    [6, 90, 7],
    [6, null, 7],
    [1, 7, null],
    [0, 7, 0],
    [0, 0, null],
    [-3, 7, 0],
    [-3, null, 0],
    [-400, 0, null],
    // A changed clock sends nothing again.
    [40, 30, null],
  ])('with %i days left, told of %s, is told of %s', (left, told, due) => {
    const until = new Date(Date.UTC(2026, 5, 10 + left)).toISOString().slice(0, 10)
    expect(dueNotice(until, '2026-06-10', told)).toBe(due)
  })

  it.each([
    ['valid', '2026-05-01', '2027-05-01', '2027-05-01', true],
    ['valid', '2026-05-01', '2027-05-01', '2027-05-02', false],
    ['valid', '2026-05-01', '2027-05-01', '2026-04-30', false],
    ['expired', '2026-05-01', '2027-05-01', '2027-01-01', true],
    ['revoked', '2026-05-01', '2027-05-01', '2027-01-01', false],
    ['under_review', '2026-05-01', '2027-05-01', '2027-01-01', false],
    ['valid', null, '2027-05-01', '2027-01-01', false],
    ['failed', null, null, '2027-01-01', false],
  ])('%s from %s to %s covers %s: %s', (status, valid_from, valid_to, day, covers) =>
    expect(coversDay({ status, valid_from, valid_to }, day)).toBe(covers),
  )
})

describe('the current result', () => {
  const audit = (id: number, more: Partial<AuditInLine> = {}): AuditInLine => ({
    ...{ id, factory_id: 1, standard_program_id: 1, follow_up_of_id: null },
    ...{ audit_date: `2026-0${id}-01`, status: 'valid' },
    ...more,
  })
  const ids = (audits: AuditInLine[], scope = 'factory') => currentAudits(audits, () => scope).map(({ id }) => id)

  it.each([
    ['the later one', [audit(1), audit(2)], [2]],
    ['whatever their order', [audit(2), audit(1)], [2]],
    ['one per programme', [audit(1), audit(2, { standard_program_id: 2 })], [1, 2]],
    ['one per factory', [audit(1), audit(2, { factory_id: 2 })], [1, 2]],
    ['not one that waits', [audit(1), audit(2, { status: 'submitted' })], [1]],
    ['not one that was revoked', [audit(1), audit(2, { status: 'revoked' })], [1]],
    ['also one that was not passed', [audit(1), audit(2, { status: 'failed' })], [2]],
    ['the later entry of one day', [audit(1), audit(2, { audit_date: '2026-01-01' })], [2]],
    ['none of none', [], []],
  ])('is %s', (_text, audits, current) => expect(ids(audits)).toEqual(current))

  it('of products is each that was not followed up', () => {
    expect(ids([audit(1), audit(2)], 'product')).toEqual([1, 2])
    expect(ids([audit(1), audit(2, { follow_up_of_id: 1 }), audit(3)], 'product')).toEqual([2, 3])
  })
})

describe('the firm of an audit', () => {
  const firm = (more: Partial<FirmStanding> = {}): FirmStanding => ({
    ...{ status: 'active', suspended_on: null, accreditation_expiry: null },
    programs: [{ standard_program_id: 1, country: null, suspended_on: null }],
    ...more,
  })
  const asked = { standard_program_id: 1, country: 'CN', audit_date: '2026-05-10' }
  const inCountries = (...entries: [string | null, string | null][]) =>
    firm({
      programs: entries.map(([country, suspended_on]) => ({ standard_program_id: 1, country, suspended_on })),
    })

  it.each([
    ['nothing is wrong', firm(), null, false],
    ['it is suspended', firm({ status: 'suspended', suspended_on: '2026-05-10' }), 'suspended', true],
    ['it was suspended later', firm({ status: 'suspended', suspended_on: '2026-05-11' }), 'suspended', false],
    ['a suspension that is over', firm({ suspended_on: null }), null, false],
    ['it has another programme', firm({ programs: [] }), 'not_accredited', false],
    ['it is accredited elsewhere', inCountries(['BD', null]), 'not_accredited', false],
    ['it is accredited here', inCountries(['CN', null]), null, false],
    ['it is suspended here alone', inCountries([null, null], ['CN', '2026-01-01']), 'suspended', true],
    ['it is suspended elsewhere', inCountries([null, null], ['BD', '2026-01-01']), null, false],
    ['here it is not suspended', inCountries([null, '2026-01-01'], ['CN', null]), null, false],
    ['its accreditation had expired', firm({ accreditation_expiry: '2026-05-09' }), 'accreditation_expired', false],
    ['its accreditation ended that day', firm({ accreditation_expiry: '2026-05-10' }), null, false],
  ])('where %s', (_text, standing, found, isRefused) => {
    expect(firmFindingOf(standing, asked)).toBe(found)
    expect(isAfterSuspension(standing, asked)).toBe(isRefused)
  })
})
