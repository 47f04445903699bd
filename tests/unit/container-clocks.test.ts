import { describe, expect, it } from 'vitest'
import { type Clock, demurrageOf, detentionOf } from '#shared/trade/container-clocks.ts'
import {
  addDifferences,
  type ContainerEvent,
  differenceOf,
  discrepanciesOf,
  milestoneRows,
  nextMilestone,
  waitingMilestones,
} from '#shared/trade/containers.ts'

describe('demurrage', () => {
  it.each<[string, Record<string, unknown>, string, Clock]>([
    ['without a last free day', { status: 'arrived_port' }, '2026-03-10', { state: 'none', days: 0 }],
    ['on the water', { status: 'on_water', last_free_day: '2026-03-01' }, '2026-03-10', { state: 'none', days: 0 }],
    [
      'two days before',
      { status: 'arrived_port', last_free_day: '2026-03-12' },
      '2026-03-10',
      { state: 'free', days: 2 },
    ],
    [
      'the day before',
      { status: 'arrived_port', last_free_day: '2026-03-11' },
      '2026-03-10',
      { state: 'last_day', days: 1 },
    ],
    [
      'on the last free day',
      { status: 'customs_hold', last_free_day: '2026-03-10' },
      '2026-03-10',
      { state: 'last_day', days: 0 },
    ],
    [
      'the day after',
      { status: 'customs_cleared', last_free_day: '2026-03-09' },
      '2026-03-10',
      { state: 'over', days: 1 },
    ],
    [
      'over the end of February',
      { status: 'arrived_port', last_free_day: '2028-02-28' },
      '2028-03-01',
      { state: 'over', days: 2 },
    ],
    [
      'gated out on the last free day',
      { status: 'gated_out', last_free_day: '2026-03-10', gated_out_on: '2026-03-10' },
      '2026-03-20',
      { state: 'stopped', days: 0 },
    ],
    [
      'gated out late',
      { status: 'received', last_free_day: '2026-03-10', gated_out_on: '2026-03-13' },
      '2026-03-20',
      { state: 'stopped', days: 3 },
    ],
  ])('%s', (_name, container, today, clock) => {
    expect(demurrageOf(container, today)).toEqual(clock)
  })
})

describe('detention', () => {
  it.each<[string, Record<string, unknown>, string, Clock]>([
    [
      'at the port',
      { status: 'arrived_port', empty_return_due: '2026-03-01' },
      '2026-03-10',
      { state: 'none', days: 0 },
    ],
    [
      'on the day on which it is due',
      { status: 'received', empty_return_due: '2026-03-10' },
      '2026-03-10',
      { state: 'last_day', days: 0 },
    ],
    [
      'the day after',
      { status: 'gated_out', empty_return_due: '2026-03-09' },
      '2026-03-10',
      { state: 'over', days: 1 },
    ],
    [
      'returned late',
      { status: 'empty_returned', empty_return_due: '2026-03-09', empty_returned_on: '2026-03-11' },
      '2026-03-30',
      { state: 'stopped', days: 2 },
    ],
    ['of a consignment without a box', { status: 'received' }, '2026-03-10', { state: 'none', days: 0 }],
  ])('%s', (_name, container, today, clock) => {
    expect(detentionOf(container, today)).toEqual(clock)
  })
})

describe('counts', () => {
  it.each([
    [
      { expected: 10, received: null, damaged: 0 },
      { short: 0, over: 0, damaged: 0 },
    ],
    [
      { expected: 10, received: 0, damaged: 0 },
      { short: 10, over: 0, damaged: 0 },
    ],
    [
      { expected: 10, received: 12, damaged: 3 },
      { short: 0, over: 2, damaged: 3 },
    ],
    // Damaged pieces were received.
    [
      { expected: 10, received: 10, damaged: 10 },
      { short: 0, over: 0, damaged: 10 },
    ],
  ])('%o', (count, difference) => {
    expect(differenceOf(count)).toEqual(difference)
  })

  it('do not set one size off against another', () => {
    const sum = addDifferences([
      { short: 2, over: 0, damaged: 0 },
      { short: 0, over: 2, damaged: 0 },
    ])
    expect(discrepanciesOf(sum)).toEqual(['over', 'short'])
    expect(discrepanciesOf({ short: 0, over: 0, damaged: 0 })).toEqual([])
  })
})

describe('milestones', () => {
  const event = (type: string, kind: string, day: string, id?: number): ContainerEvent => ({
    ...{ type, kind, day },
    ...(id !== undefined && { id }),
  })

  it('show the first plan, the last estimate and the last fact, in their order', () => {
    const rows = milestoneRows([
      event('arrived_port', 'actual', '2026-03-05', 6),
      event('arrived_port', 'planned', '2026-03-01', 1),
      event('arrived_port', 'planned', '2026-03-02', 2),
      event('arrived_port', 'estimated', '2026-03-04', 4),
      event('arrived_port', 'estimated', '2026-03-03', 3),
      event('departed', 'planned', '2026-02-01', 5),
    ])
    expect(
      rows.map(({ type, planned, estimated, actual }) => [type, planned?.day, estimated?.day, actual?.day]),
    ).toEqual([
      ['departed', '2026-02-01', undefined, undefined],
      ['arrived_port', '2026-03-01', '2026-03-04', '2026-03-05'],
    ])
  })

  it.each<[string, ContainerEvent[], string | undefined]>([
    ['planned', [event('loaded', 'actual', '2026-01-01'), event('departed', 'actual', '2026-01-02')], 'loaded'],
    ['loaded', [event('departed', 'actual', '2026-01-02')], 'departed'],
    ['loaded', [event('departed', 'estimated', '2026-01-02')], undefined],
    // Not the next one, and never backwards.
    ['arrived_port', [event('gated_out', 'actual', '2026-01-09')], undefined],
    ['gated_out', [event('arrived_port', 'actual', '2026-01-05')], undefined],
    [
      'customs_cleared',
      [event('customs_hold', 'actual', '2026-01-05'), event('customs_cleared', 'actual', '2026-01-06')],
      undefined,
    ],
    [
      'customs_cleared',
      [event('customs_cleared', 'actual', '2026-01-06'), event('customs_hold', 'actual', '2026-01-07')],
      'customs_hold',
    ],
    ['received', [event('empty_returned', 'actual', '2026-01-20')], 'empty_returned'],
  ])('after %s', (status, events, next) => {
    expect(nextMilestone(status, events)?.type).toBe(next)
  })

  it.each<[string, ContainerEvent[], [string, string][]]>([
    ['loaded', [event('arrived_port', 'actual', '2026-01-05')], [['arrived_port', 'departed']]],
    ['loaded', [event('arrived_port', 'estimated', '2026-01-05')], []],
    [
      'arrived_port',
      [event('departed', 'actual', '2026-01-02'), event('gated_out', 'actual', '2026-01-09')],
      [['gated_out', 'customs_cleared']],
    ],
    ['on_water', [event('transhipped', 'actual', '2026-01-04')], []],
    // The next move is about to be made.
    ['loaded', [event('departed', 'actual', '2026-01-02'), event('arrived_port', 'actual', '2026-01-05')], []],
    ['closed', [event('empty_returned', 'actual', '2026-01-20')], []],
  ])('in %s wait for what nobody has reported', (status, events, waiting) => {
    expect(waitingMilestones(status, events).map(({ type, missing }) => [type, missing])).toEqual(waiting)
  })
})
