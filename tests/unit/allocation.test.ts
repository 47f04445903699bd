import { describe, expect, it } from 'vitest'
import { factoryAllocations } from '#areas/factory-allocations/area.ts'
import {
  accreditationWarnings,
  addMonths,
  capacityWarnings,
  cuttingProblems,
  factoryProblems,
  licenceWarnings,
  mainFactory,
  shareWarnings,
  type Uncovered,
} from '#areas/factory-allocations/rules.ts'
import type { Role } from '#shared/kit/roles.ts'
import { type AllocationPlan, firstState, isLineOpen, planOf } from '#shared/trade/allocation.ts'
import { type Share, shareProblems, splitLike } from '#shared/trade/allocation-rules.ts'
import { overallReadiness, type Readiness, type RequirementPolicy, readinessOf } from '#shared/trade/readiness.ts'

const plan = planOf(factoryAllocations) as AllocationPlan
const keysOf = (problems: { text: { key: string } }[]) => problems.map(({ text }) => text.key.split('.').at(-1))

describe('how far a line is with one kind', () => {
  const allocation = (status: string, qty: number | null = null, id = 1) => ({ id, status, qty })
  it.each<[string, ReturnType<typeof allocation>[], Readiness]>([
    ['nothing is allocated', [], 'missing'],
    ['all units are agreed', [allocation('approved', 100)], 'ok'],
    ['it is agreed for the whole line', [allocation('approved')], 'ok'],
    ['several make it together', [allocation('approved', 60), allocation('approved', 40, 2)], 'ok'],
    ['one makes what a line needs less of now', [allocation('approved', 120)], 'ok'],
    ['several make more than it needs now', [allocation('approved', 60), allocation('approved', 50, 2)], 'in_progress'],
    ['some units are open', [allocation('approved', 60)], 'in_progress'],
    ['the rest is only proposed', [allocation('approved', 60), allocation('proposed', 40, 2)], 'in_progress'],
    ['it is proposed', [allocation('proposed', 100)], 'in_progress'],
    ['the last proposal was refused', [allocation('cancelled', 100), allocation('rejected', 100, 2)], 'rejected'],
    ['the last one was called off', [allocation('rejected', 100), allocation('cancelled', 100, 2)], 'missing'],
    ['it was replaced by another', [allocation('replaced', 100), allocation('approved', 100, 2)], 'ok'],
    ['it is waived', [allocation('waived')], 'waived'],
    [
      'one of two for the whole line is open',
      [allocation('approved'), allocation('allocated', null, 2)],
      'in_progress',
    ],
    ['both for the whole line are agreed', [allocation('approved'), allocation('waived', null, 2)], 'waived'],
    ['another for the whole line is only proposed', [allocation('approved'), allocation('proposed', null, 2)], 'ok'],
    ['a part is waived', [allocation('approved', 60), allocation('waived', 40, 2)], 'waived'],
  ])('when %s', (_when, allocations, expected) => {
    expect(readinessOf({ isRequired: true, qty: 100 }, allocations)).toBe(expected)
  })

  it('is sent back with the newest, where the supplier has to answer', () => {
    const allocations = [allocation('approved'), allocation('rejected', null, 2)]
    expect(readinessOf({ isRequired: true, qty: 100, isAnswered: true }, allocations)).toBe('rejected')
    expect(readinessOf({ isRequired: true, qty: 100, isAnswered: true }, allocations.toReversed())).toBe('rejected')
    expect(readinessOf({ isRequired: true, qty: 100 }, allocations)).toBe('ok')
    const again = [...allocations, allocation('allocated', null, 3)]
    expect(readinessOf({ isRequired: true, qty: 100, isAnswered: true }, again)).toBe('in_progress')
  })

  it('is nothing to ask for on a line that needs none', () => {
    expect(readinessOf({ isRequired: false, qty: 100 }, [])).toBe('not_required')
  })

  it.each<[Readiness[], Readiness]>([
    [[], 'not_required'],
    [['not_required', 'ok'], 'ok'],
    [['ok', 'waived'], 'waived'],
    [['ok', 'in_progress'], 'in_progress'],
    [['in_progress', 'missing'], 'missing'],
    [['missing', 'rejected', 'ok'], 'rejected'],
  ])('counts together as the worst of them: %j', (kinds, expected) => {
    expect(overallReadiness(kinds)).toBe(expected)
  })
})

describe('the units of a line', () => {
  const share = (id: number, factory_id: number, qty: number, more: object = {}): Share => ({
    id,
    status: 'approved',
    po_line_id: 1,
    factory_id,
    process_stage: 'main',
    qty,
    ...more,
  })
  it.each<[string, Share, Share[], (string | undefined)[]]>([
    ['are free', share(9, 1, 100), [], []],
    ['are taken in part', share(9, 1, 40), [share(1, 2, 60)], []],
    ['are more than are left', share(9, 1, 41), [share(1, 2, 60)], ['too_many']],
    ['are all taken', share(9, 1, 1), [share(1, 2, 100)], ['none_left']],
    ['are the same factory’s already', share(9, 2, 10), [share(1, 2, 60)], ['already']],
    ['are those that it replaces', share(9, 1, 100, { replaces_id: 1 }), [share(1, 2, 100)], []],
    ['replace what stands elsewhere', share(9, 1, 1, { replaces_id: 7 }), [], ['replaces_other_line']],
    ['are only proposed to another', share(9, 1, 100), [share(1, 2, 100, { status: 'proposed' })], []],
    ['were called off', share(9, 1, 100), [share(1, 2, 100, { status: 'cancelled' })], []],
    ['pass another stage', share(9, 1, 100), [share(1, 2, 100, { process_stage: 'washing' })], []],
  ])('%s', (_what, request, others, expected) => {
    expect(keysOf(shareProblems(plan, request, others, { qty: 100 }))).toEqual(expected)
  })

  it.each([
    [80, [75, 25], [60, 20]],
    [10, [1, 1, 1], [4, 3, 3]],
    [7, [100], [7]],
    [7, [0, 0], [0, 0]],
  ])('%i are shared out like %j', (qty, earlier, expected) => {
    expect(splitLike(qty, earlier)).toEqual(expected)
  })
})

describe('a factory', () => {
  const works = {
    id: 1,
    title: 'Works',
    status: 'approved',
    conditional_until: null as string | null,
    capacity_per_month: 1000,
    moq: 50,
    suppliers: [60],
    business_licence_no: 'BL-1' as string | null,
    business_licence_expiry: '2099-12-31' as string | null,
  }
  const requestFor = (factory: object = {}, more: object = {}) => ({
    factory: { ...works, ...factory },
    supplier_id: 60,
    ex_factory_date: '2027-03-05',
    override_reason: null as unknown,
    role: 'Office' as Role,
    today: '2026-11-23',
    licence: 'block' as RequirementPolicy,
    uncovered: [] as Uncovered[],
    accreditation: 'block' as RequirementPolicy,
    ...more,
  })
  const noAudit = [{ programs: 'AMFORI_BSCI (C), SMETA', until: null }]
  const endsEarly = [{ programs: 'WRAP', until: '2027-03-04' }]
  it.each<[string, ReturnType<typeof requestFor>, (string | undefined)[]]>([
    ['that is approved', requestFor(), []],
    ['of another supplier', requestFor({ suppliers: [61] }), ['not_linked']],
    [
      'of another supplier, whatever the reason',
      requestFor({ suppliers: [61] }, { role: 'admin', override_reason: 'x' }),
      ['not_linked'],
    ],
    ['that is suspended', requestFor({ status: 'suspended' }), ['not_approved']],
    [
      'that is suspended, to an administrator',
      requestFor({ status: 'suspended' }, { role: 'admin' }),
      ['not_approved'],
    ],
    [
      'that is suspended, with a reason',
      requestFor({ status: 'suspended' }, { role: 'admin', override_reason: 'x' }),
      [],
    ],
    [
      'that is suspended, with a reason of the office',
      requestFor({ status: 'suspended' }, { override_reason: 'x' }),
      ['not_approved'],
    ],
    ['without a licence', requestFor({ business_licence_no: null }), ['fault_stops']],
    ['whose licence says no day', requestFor({ business_licence_expiry: null }), ['fault_stops']],
    ['whose licence expired', requestFor({ business_licence_expiry: '2026-11-22' }), ['fault_stops']],
    ['whose licence ends today', requestFor({ business_licence_expiry: '2026-11-23' }), []],
    [
      'whose licence expired, with a reason of an administrator',
      requestFor({ business_licence_expiry: '2026-11-22' }, { role: 'admin', override_reason: 'x' }),
      [],
    ],
    ['whose expired licence is pointed out', requestFor({ business_licence_no: null }, { licence: 'warn' }), []],
    ['without the accreditation that the line needs', requestFor({}, { uncovered: noAudit }), ['fault_stops']],
    ['whose accreditation ends before', requestFor({}, { uncovered: endsEarly }), ['fault_stops']],
    ['whose missing accreditation is pointed out', requestFor({}, { uncovered: noAudit, accreditation: 'warn' }), []],
    [
      'without an accreditation, with a reason of an administrator',
      requestFor({}, { uncovered: noAudit, role: 'admin', override_reason: 'x' }),
      [],
    ],
    ['on conditions that last', requestFor({ status: 'conditional', conditional_until: '2027-03-05' }), []],
    [
      'on conditions that end before',
      requestFor({ status: 'conditional', conditional_until: '2027-03-04' }),
      ['condition_ends'],
    ],
    [
      'on conditions for a line without a date',
      requestFor({ status: 'conditional', conditional_until: '2027-03-05' }, { ex_factory_date: null }),
      ['condition_ends'],
    ],
  ])('%s', (_which, given, expected) => {
    expect(keysOf(factoryProblems(given))).toEqual(expected)
  })

  it.each<[string, ReturnType<typeof requestFor>, string[]]>([
    ['that lasts until the goods leave', requestFor({ business_licence_expiry: '2027-03-05' }), []],
    ['that ends before the goods leave', requestFor({ business_licence_expiry: '2027-03-04' }), ['licence_ends']],
    ['that stops the allocation', requestFor({ business_licence_no: null }), []],
    ['that expired', requestFor({ business_licence_expiry: '2026-11-22' }, { licence: 'warn' }), ['licence_expired']],
    ['that is missing', requestFor({ business_licence_no: null }, { licence: 'warn' }), ['licence_missing']],
    ['that nobody looks at', requestFor({ business_licence_expiry: '2027-01-01' }, { licence: 'ignore' }), []],
  ])('is pointed out with a licence %s', (_which, given, expected) => {
    expect(licenceWarnings(given).map(({ key }) => key.split('.').at(-1))).toEqual(expected)
  })

  it.each<[string, object, string[]]>([
    ['that is missing', { uncovered: noAudit, accreditation: 'warn' }, ['not_accredited']],
    ['that ends early', { uncovered: endsEarly, accreditation: 'warn' }, ['accreditation_ends']],
    ['that stops the allocation', { uncovered: noAudit }, []],
    ['that nobody looks at', { uncovered: noAudit, accreditation: 'ignore' }, []],
  ])('is pointed out with an accreditation %s', (_which, more, expected) => {
    expect(accreditationWarnings(requestFor({}, more)).map(({ key }) => key.split('.').at(-1))).toEqual(expected)
  })

  it('is not changed after cutting but by an administrator', () => {
    expect(keysOf(cuttingProblems(true, 'Office'))).toEqual(['cut'])
    expect(cuttingProblems(true, 'admin')).toEqual([])
    expect(cuttingProblems(false, 'Agent')).toEqual([])
  })

  it('is over its capacity by what is told', () => {
    const load = { factory: 'Works', month: '2027-03', allocated: 900, units: 101, capacity: 1000, seesAll: true }
    expect(capacityWarnings(load)[0]?.params).toMatchObject({ total: 1001, capacity: 1000, over: 1 })
    expect(capacityWarnings({ ...load, units: 100 })).toEqual([])
    expect(capacityWarnings({ ...load, capacity: null })).toEqual([])
  })

  it('is over its capacity without a number of what is there already, for who does not see it', () => {
    const load = { factory: 'Works', month: '2027-03', allocated: 900, units: 101, capacity: 1000, seesAll: false }
    expect(capacityWarnings(load)[0]?.params).toEqual({ factory: 'Works', month: '2027-03', capacity: 1000 })
    expect(capacityWarnings({ ...load, units: 100 })).toEqual([])
  })

  it('is told of few units, of those still open and of a late end', () => {
    const keys = (qty: number, end_date: string | null, allocated = 0, process_stage = 'main') =>
      shareWarnings(
        { qty, end_date, process_stage },
        works,
        { qty: 100, ex_factory_date: '2027-03-05' },
        allocated,
      ).map(({ key }) => key.split('.').at(-1))
    expect(keys(100, '2027-03-05')).toEqual([])
    expect(keys(40, '2027-03-06')).toEqual(['below_moq', 'units_left', 'ends_late'])
    expect(keys(60, null, 40)).toEqual([])
    expect(keys(60, null, 0, 'washing')).toEqual([])
  })

  it('stands for the line with most of its units', () => {
    const allocation = (factory_id: number, qty: number, more: object = {}) => ({
      factory_id,
      qty,
      process_stage: 'main',
      status: 'approved',
      ...more,
    })
    expect(mainFactory([allocation(1, 40), allocation(2, 60)])).toBe(2)
    expect(mainFactory([allocation(1, 50), allocation(2, 50)])).toBe(1)
    expect(
      mainFactory([allocation(1, 50, { status: 'proposed' }), allocation(2, 10, { process_stage: 'washing' })]),
    ).toBeNull()
  })
})

describe('an allocation', () => {
  it('begins where its maker’s rights let it', () => {
    expect(firstState(plan, 'Office')).toBe('approved')
    expect(firstState(plan, 'Agent')).toBe('proposed')
    expect(firstState({ ...plan, answer: 'evidence' }, 'Office')).toBe('allocated')
    expect(firstState({ ...plan, answer: 'evidence' }, 'Agent')).toBe('acknowledged')
  })

  it('is made to open lines of live orders', () => {
    expect(isLineOpen({ line_status: 'open', order_status: 'draft' })).toBe(true)
    expect(isLineOpen({ line_status: 'open', order_status: 'cancelled' })).toBe(false)
    expect(isLineOpen({ line_status: 'short_closed', order_status: 'confirmed' })).toBe(false)
  })

  it('counts months over the turn of a year', () => {
    expect(addMonths('2026-11', 3)).toBe('2027-02')
    expect(addMonths('2027-01', -1)).toBe('2026-12')
  })
})
