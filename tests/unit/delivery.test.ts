import { describe, expect, it } from 'vitest'
import { deliveryStatuses } from '../../src/server/seeds/delivery-statuses'
import { weekOf } from '../../src/shared/dates'
import {
  type DeliveryFacts,
  type DeliveryStatus,
  needsLateReason,
  type RiskFacts,
  riskOf,
  settledStatus,
  statusByFacts,
  stepProblem,
} from '../../src/shared/delivery'

const statuses = new Map(
  deliveryStatuses.map((one, index) => [one.code, { ...one, id: index + 1 } as unknown as DeliveryStatus]),
)
const status = (code: string): DeliveryStatus => {
  const found = statuses.get(code)
  if (!found) throw new Error(`no status ${code}`)
  return found
}

const confirmed: DeliveryFacts = {
  isIssued: true,
  isAcknowledged: true,
  line_status: 'open',
  production_status: 'not_started',
  qty: 100,
  packed_qty: 0,
  booked_qty: 0,
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
    ['a part shipped', { shipped_qty: 1, booked_qty: 100 }, 'on_board'],
    ['a part received', { shipped_qty: 100, received_qty: 99 }, 'on_board'],
    ['all received', { shipped_qty: 100, received_qty: 100 }, 'delivered'],
    ['closed short', { line_status: 'short_closed', shipped_qty: 40 }, 'short_closed'],
    ['cancelled', { line_status: 'cancelled' }, 'cancelled'],
  ])('%s', (_what, facts, code) => {
    expect(statusByFacts({ ...confirmed, ...facts })).toBe(code)
  })
})

describe('what was said and what is known', () => {
  it.each<[string, string, string]>([
    ['materials', 'confirmed', 'materials'],
    ['materials', 'in_production', 'in_production'],
    ['packed', 'in_production', 'packed'],
    ['packed', 'cancelled', 'cancelled'],
    ['short_closed', 'confirmed', 'confirmed'],
  ])('%s said, %s known: %s', (said, known, code) => {
    expect(settledStatus(status(said), status(known))?.code).toBe(code)
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
    forecast: '2027-03-10',
    stage: 'production' as const,
    ack_due_date: null,
    isTaskLate: false,
    isRequirementOpen: false,
  }
  it.each<[string, Partial<RiskFacts>, string, string[]]>([
    ['nothing', {}, 'green', []],
    ['a forecast after the day', { forecast: '2027-03-11' }, 'amber', ['forecast_after_ex_factory']],
    ['a forecast on the last day of the window', { forecast: '2027-03-20' }, 'amber', ['forecast_after_ex_factory']],
    [
      'a forecast after the window',
      { forecast: '2027-03-21' },
      'red',
      ['forecast_after_window', 'forecast_after_ex_factory'],
    ],
    ['the day itself', { today: '2027-03-10' }, 'green', []],
    ['the day after', { today: '2027-03-11' }, 'red', ['ex_factory_passed']],
    ['the day after, packed', { today: '2027-03-11', stage: 'ready' }, 'green', []],
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
