import { describe, expect, it } from 'vitest'
import { deliveryStatuses } from '#server/seeds/delivery-statuses.ts'
import { weekOf } from '#shared/base/dates.ts'
import {
  type DeliveryFacts,
  type DeliveryStatus,
  type ExpectedLeaving,
  expectedLeaving,
  goodsByFacts,
  goodsOf,
  isOverdue,
  needsLateReason,
  type RiskFacts,
  riskOf,
  settledStatus,
  slipDays,
  statusByFacts,
  stepProblem,
} from '#shared/trade/delivery.ts'
import type { GoodsState } from '#shared/trade/production.ts'

const statuses = new Map(
  deliveryStatuses.map((status, index) => [status.code, { ...status, id: index + 1 } as unknown as DeliveryStatus]),
)
const status = (code: string): DeliveryStatus => {
  const status = statuses.get(code)
  if (!status) throw new Error(`no status ${code}`)
  return status
}

const confirmed: DeliveryFacts = {
  isIssued: true,
  isAcknowledged: true,
  line_status: 'open',
  production_status: 'not_started',
  qty: 100,
  least_qty: 95,
  packed_qty: 0,
  booked_qty: 0,
  left_qty: 0,
  shipped_qty: 0,
  received_qty: 0,
}

describe('the status that the facts make', () => {
  it.each<[string, Partial<DeliveryFacts>, string | null]>([
    ['an order that is not out', { isIssued: false }, null],
    ['one that is not acknowledged', { isAcknowledged: false }, 'awaiting_ack'],
    ['one that is', {}, 'confirmed'],
    ['a report of production', { production_status: 'in_production' }, 'in_production'],
    ['some packed', { packed_qty: 40 }, 'in_production'],
    ['all packed', { packed_qty: 100 }, 'packed'],
    ['production finished', { production_status: 'finished' }, 'packed'],
    ['a part booked', { booked_qty: 40 }, 'confirmed'],
    ['all booked', { booked_qty: 100 }, 'booked'],
    ['most of it left', { left_qty: 94, booked_qty: 100 }, 'booked'],
    ['all that is needed left', { left_qty: 95, booked_qty: 100 }, 'ex_factory'],
    ['a part shipped', { shipped_qty: 1, booked_qty: 100 }, 'on_board'],
    ['a part received', { shipped_qty: 100, received_qty: 99 }, 'on_board'],
    ['all received', { shipped_qty: 100, received_qty: 100 }, 'delivered'],
    ['closed short', { line_status: 'short_closed', shipped_qty: 40 }, 'short_closed'],
    ['cancelled', { line_status: 'cancelled' }, 'cancelled'],
  ])('%s', (_what, facts, code) => {
    expect(statusByFacts({ ...confirmed, ...facts })).toBe(code)
  })
})

describe('where the goods are', () => {
  it.each<[string, Partial<DeliveryFacts>, GoodsState | null]>([
    ['an order that is not out', { isIssued: false }, null],
    ['a cancelled line', { line_status: 'cancelled' }, null],
    ['nothing packed', {}, 'unpacked'],
    ['booked, but not packed', { booked_qty: 100, packed_qty: 99 }, 'unpacked'],
    ['booked and packed', { booked_qty: 100, packed_qty: 100 }, 'packed'],
    ['production finished', { production_status: 'finished' }, 'packed'],
    ['a part shipped', { booked_qty: 100, packed_qty: 60, shipped_qty: 60 }, 'unpacked'],
    ['a part shipped, the rest packed', { packed_qty: 100, shipped_qty: 60 }, 'packed'],
    ['shipped within the tolerance', { packed_qty: 96, shipped_qty: 96 }, 'left'],
    ['reported as gone', { left_qty: 100 }, 'left'],
    ['received', { shipped_qty: 100, received_qty: 100 }, 'left'],
    ['closed', { line_status: 'closed' }, 'left'],
    ['closed short', { line_status: 'short_closed' }, 'left'],
  ])('%s: %s', (_what, facts, state) => {
    expect(goodsByFacts({ ...confirmed, ...facts })).toBe(state)
  })

  const settle = (
    code: string,
    byFacts: GoodsState,
    then?: { code: string; byFacts: GoodsState; goods: GoodsState },
    known = code,
  ) =>
    goodsOf(
      { byFacts, status: status(code), statusByFacts: status(known) },
      then ? { byFacts: then.byFacts, goods: then.goods, status: status(then.code) } : null,
    )
  it('are packed, or gone, by the word of people too', () => {
    expect(settle('packed', 'unpacked', undefined, 'in_production')).toBe('packed')
    expect(settle('cargo_received', 'packed', undefined, 'booked')).toBe('left')
    expect(settle('materials', 'unpacked', undefined, 'confirmed')).toBe('unpacked')
  })
  it('are not packed because they are booked, but stay so once it was said', () => {
    expect(settle('booked', 'unpacked')).toBe('unpacked')
    const then = { code: 'packed', byFacts: 'unpacked', goods: 'packed' } as const
    expect(settle('booked', 'unpacked', then)).toBe('packed')
    expect(settle('in_production', 'unpacked', then)).toBe('unpacked')
  })
  it('are no longer packed when the count is corrected', () => {
    expect(settle('packed', 'unpacked', { code: 'packed', byFacts: 'packed', goods: 'packed' })).toBe('unpacked')
  })
})

describe('when goods leave', () => {
  const planned: ExpectedLeaving = {
    goods_state: 'unpacked',
    ex_factory_date: '2027-03-10',
    forecast_ex_factory_date: '2027-03-10',
    actual_ex_factory_date: null,
  }
  it.each<
    [string, Partial<ExpectedLeaving>, today: string, expected: string | null, slip: number | null, overdue: boolean]
  >([
    ['as forecast', { forecast_ex_factory_date: '2027-03-12' }, '2027-03-01', '2027-03-12', 2, false],
    ['early', { forecast_ex_factory_date: '2027-03-08' }, '2027-03-01', '2027-03-08', -2, false],
    ['on the day itself', {}, '2027-03-10', '2027-03-10', 0, false],
    ['not packed the day after: today at the earliest', {}, '2027-03-11', '2027-03-11', 1, true],
    ['packed the day after: late, not overdue', { goods_state: 'packed' }, '2027-03-11', '2027-03-11', 1, false],
    [
      'overdue, with a later forecast',
      { forecast_ex_factory_date: '2027-03-20' },
      '2027-03-11',
      '2027-03-20',
      10,
      true,
    ],
    ['a stale early forecast', { forecast_ex_factory_date: '2027-03-02' }, '2027-03-05', '2027-03-05', -5, false],
    ['nobody said when', { forecast_ex_factory_date: null }, '2027-03-05', null, null, false],
    [
      'nobody said when, and the day has passed',
      { forecast_ex_factory_date: null },
      '2027-03-13',
      '2027-03-13',
      3,
      true,
    ],
    [
      'gone on a day that was reported',
      { goods_state: 'left', actual_ex_factory_date: '2027-03-14' },
      '2027-03-30',
      '2027-03-14',
      4,
      false,
    ],
    ['gone, nobody reported when', { goods_state: 'left' }, '2027-03-30', '2027-03-10', 0, false],
    ['not out yet', { goods_state: null }, '2027-03-30', '2027-03-10', 0, false],
    ['no planned day', { ex_factory_date: null }, '2027-03-30', '2027-03-30', null, false],
  ])('%s', (_what, line, today, expected, slip, overdue) => {
    const whole = { ...planned, ...line }
    expect([expectedLeaving(whole, today), slipDays(whole, today), isOverdue(whole, today)]).toEqual([
      expected,
      slip,
      overdue,
    ])
  })
})

describe('what was said and what is known', () => {
  it.each<[string, string, string]>([
    ['materials', 'confirmed', 'materials'],
    ['materials', 'in_production', 'in_production'],
    ['packed', 'in_production', 'packed'],
    ['packed', 'cancelled', 'cancelled'],
    ['short_closed', 'confirmed', 'confirmed'],
  ])('%s said, %s known: %s', (byHand, known, code) => {
    expect(settledStatus(status(byHand), status(known))?.code).toBe(code)
  })
})

describe('a status said by hand', () => {
  it.each<[by: 'supplier' | 'office', from: string, to: string, known: string, explained: boolean, string | null]>([
    ['supplier', 'confirmed', 'materials', 'confirmed', false, null],
    ['supplier', 'materials', 'packed', 'confirmed', false, null],
    ['supplier', 'in_production', 'materials', 'confirmed', true, 'only_forward'],
    ['supplier', 'packed', 'inspection_passed', 'packed', false, 'not_for_supplier'],
    ['supplier', 'packed', 'cargo_received', 'packed', false, 'not_for_supplier'],
    ['supplier', 'confirmed', 'on_board', 'confirmed', false, 'not_for_supplier'],
    ['office', 'packed', 'cargo_received', 'packed', false, null],
    ['office', 'packed', 'on_board', 'packed', true, 'ahead_of_facts'],
    ['office', 'in_production', 'materials', 'confirmed', false, 'back_needs_comment'],
    ['office', 'in_production', 'materials', 'confirmed', true, null],
    ['office', 'in_production', 'confirmed', 'in_production', true, 'facts_say_more'],
    ['office', 'confirmed', 'cancelled', 'confirmed', true, 'closed_by_order'],
    ['office', 'cancelled', 'confirmed', 'cancelled', true, 'closed_by_order'],
  ])('by %s from %s to %s, known %s, explained %s: %s', (by, from, to, known, isExplained, problem) => {
    expect(stepProblem({ by, from: status(from), to: status(to), byFacts: status(known), isExplained })).toBe(problem)
  })

  it('waits until the order is out', () => {
    expect(stepProblem({ by: 'office', from: null, to: status('materials'), byFacts: null, isExplained: true })).toBe(
      'not_out',
    )
  })
})

describe('the risk of a delivery', () => {
  const quiet = {
    today: '2027-03-01',
    ex_factory_date: '2027-03-10',
    ship_window_end: '2027-03-20',
    forecast_ex_factory_date: '2027-03-10',
    actual_ex_factory_date: null,
    goods_state: 'unpacked' as const,
    stage: 'production' as const,
    ack_due_date: null,
    isTaskLate: false,
    isRequirementOpen: false,
  }
  it.each<[string, Partial<RiskFacts>, string, string[]]>([
    ['nothing', {}, 'green', []],
    ['a forecast after the day', { forecast_ex_factory_date: '2027-03-11' }, 'amber', ['forecast_after_ex_factory']],
    [
      'a forecast on the last day of the window',
      { forecast_ex_factory_date: '2027-03-20' },
      'amber',
      ['forecast_after_ex_factory'],
    ],
    [
      'a forecast after the window',
      { forecast_ex_factory_date: '2027-03-21' },
      'red',
      ['forecast_after_window', 'forecast_after_ex_factory'],
    ],
    ['the day itself', { today: '2027-03-10' }, 'green', []],
    ['the day after', { today: '2027-03-11' }, 'red', ['ex_factory_passed', 'forecast_after_ex_factory']],
    [
      'the day after, booked',
      { today: '2027-03-11', stage: 'shipping' },
      'red',
      ['ex_factory_passed', 'forecast_after_ex_factory'],
    ],
    [
      'the day after, packed',
      { today: '2027-03-11', stage: 'ready', goods_state: 'packed' },
      'amber',
      ['forecast_after_ex_factory'],
    ],
    [
      'the day after, gone in time',
      { today: '2027-03-11', stage: 'shipping', goods_state: 'left', actual_ex_factory_date: '2027-03-10' },
      'green',
      [],
    ],
    [
      'packed, but still there after the window',
      { today: '2027-03-21', stage: 'ready', goods_state: 'packed' },
      'red',
      ['forecast_after_window', 'forecast_after_ex_factory'],
    ],
    ['an answer five days overdue', { ack_due_date: '2027-02-24' }, 'green', []],
    ['an answer six days overdue', { ack_due_date: '2027-02-23' }, 'red', ['ack_overdue']],
    ['a late task', { isTaskLate: true }, 'amber', ['task_late']],
    ['a late task of what has arrived', { isTaskLate: true, stage: 'delivered' }, 'green', []],
    ['a requirement fourteen days before', { isRequirementOpen: true }, 'amber', ['requirement_open']],
    ['one fifteen days before', { isRequirementOpen: true, today: '2027-02-23' }, 'green', []],
    ['one of what is under way', { isRequirementOpen: true, stage: 'shipping' }, 'green', []],
  ])('%s', (_what, facts, risk, reasons) => {
    expect(riskOf({ ...quiet, ...facts })).toEqual({ risk, reasons })
  })
})

it.each([
  ['2027-03-21', '2027-03-10', '2027-03-20', true],
  ['2027-03-20', '2027-03-10', '2027-03-20', false],
  ['2027-03-21', '2027-03-21', '2027-03-20', false],
  ['2027-03-21', null, null, false],
])('a forecast of %s after %s with a window to %s asks why: %s', (forecast, before, end, asks) => {
  expect(needsLateReason(forecast, before, end)).toBe(asks)
})

it.each([
  ['2026-11-22', 47, '2026-11-16', '2026-11-22'],
  ['2026-12-31', 53, '2026-12-28', '2027-01-03'],
  ['2027-01-03', 53, '2026-12-28', '2027-01-03'],
  ['2027-01-04', 1, '2027-01-04', '2027-01-10'],
])('%s is in week %d', (day, week, from, to) => {
  expect(weekOf(day)).toEqual({ week, from, to })
})
