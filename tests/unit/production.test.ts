import { describe, expect, it } from 'vitest'
import {
  isLocked,
  lastReportDay,
  type ReportedLine,
  type ReportFigures,
  reportProblems,
  rules,
} from '#areas/wip-reports/rules.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { leastUnits, mostUnits } from '#shared/trade/booking.ts'
import {
  lacksReports,
  latestStage,
  maxUnits,
  minUnits,
  productionOf,
  stageInversions,
} from '#shared/trade/production.ts'
import { context, texts } from './rules-kit'

const now = new Date('2026-11-20T06:00:00Z')
const line: ReportedLine = {
  qty: 1000,
  over_pct: '5.00',
  line_status: 'open',
  order_status: 'confirmed',
  country: 'CN',
  ordered_on: '2026-08-01',
}
const report = (changes: Partial<ReportFigures> = {}): ReportFigures => ({
  factory_id: null,
  stage: 'cutting',
  report_date: '2026-11-20',
  cumulative_qty: 400,
  correction_reason: null,
  ...changes,
})

describe('a report of production', () => {
  const before = report({ id: 1, report_date: '2026-11-18', cumulative_qty: 300 })
  const after = report({ id: 2, report_date: '2026-11-21', cumulative_qty: 500 })
  const elsewhere = report({ id: 3, factory_id: 9, report_date: '2026-11-19', cumulative_qty: 700 })

  it.each<[string, Partial<ReportFigures>, ReportFigures[], Partial<ReportedLine>, string[]]>([
    ['is the first of its stage', {}, [], {}, []],
    ['goes on from an earlier one', {}, [before], {}, []],
    ['stays where it was', { cumulative_qty: 300 }, [before], {}, []],
    ['is less than an earlier one', { cumulative_qty: 299 }, [before], {}, ['shrinks']],
    ['is less, and says why', { cumulative_qty: 299, correction_reason: 'Counted twice' }, [before], {}, []],
    ['is less than another stage', { cumulative_qty: 10, stage: 'sewing' }, [before], {}, []],
    ['is less than another factory', { cumulative_qty: 10 }, [elsewhere], {}, []],
    ['is put between two', {}, [before, after], {}, []],
    ['is more than a later one', { cumulative_qty: 501 }, [before, after], {}, ['above_later']],
    [
      'is more than a later correction',
      { cumulative_qty: 501 },
      [{ ...after, correction_reason: 'Recounted' }],
      {},
      [],
    ],
    ['repeats a day', {}, [report({ id: 4 })], {}, ['told_already']],
    ['is the one that stands', { id: 4 }, [], {}, []],
    ['is all that may be made', { cumulative_qty: 1050 }, [], {}, []],
    ['is more than may be made', { cumulative_qty: 1051 }, [], {}, ['too_many']],
    ['fills up what another factory left', { cumulative_qty: 350 }, [elsewhere], {}, []],
    ['is too much with another factory', { cumulative_qty: 351 }, [elsewhere], {}, ['too_many_together']],
    ['is of tomorrow', { report_date: '2026-11-21' }, [], {}, []],
    ['is of the day after', { report_date: '2026-11-22' }, [], {}, ['future']],
    ['is of a year before the order', { report_date: '2025-08-01' }, [], {}, []],
    ['is of long before the order', { report_date: '1999-01-01' }, [], {}, ['long_before']],
    ['is of a closed line', {}, [], { line_status: 'short_closed' }, ['not_being_made']],
    ['is of an order that is not out', {}, [], { order_status: 'approved' }, ['not_being_made']],
    ['mends a closed line', { id: 4 }, [], { line_status: 'closed', order_status: 'closed' }, []],
  ])('that %s', (_, changes, others, about, expected) => {
    expect(texts(reportProblems(report(changes), others, { ...line, ...about }, now))).toEqual(
      expected.map((key) => `problems.wip-reports.${key}`),
    )
  })

  it.each([
    ['CN', '2026-11-20T15:59:00Z', '2026-11-21'],
    ['CN', '2026-11-20T16:01:00Z', '2026-11-22'],
    ['TR', '2026-11-20T16:01:00Z', '2026-11-21'],
    ['HN', '2026-11-20T05:00:00Z', '2026-11-20'],
    [null, '2026-11-20T23:59:00Z', '2026-11-21'],
  ])('is dated by the clock of the factory (%s at %s)', (country, at, last) => {
    expect(lastReportDay(country, new Date(at))).toBe(last)
  })

  it('is locked after two days', () => {
    expect(isLocked('2026-11-18T06:00:00Z', now)).toBe(false)
    expect(isLocked('2026-11-18T05:59:59Z', now)).toBe(true)
  })

  it.each([
    ['Office', '2026-01-01T00:00:00Z', true],
    ['admin', '2026-01-01T00:00:00Z', true],
    ['Agent', '2026-01-01T00:00:00Z', false],
    ['Agent', new Date().toISOString(), true],
    ['staff', new Date().toISOString(), true],
  ] as const)('is mended by %s', (role, created_at, expected) => {
    const report = { created_at, reporter_id: 2 } as unknown as AnyRecord
    const may = rules.editable?.(report, context({ role }))
    expect([may?.('cumulative_qty'), may?.('factory_id')]).toEqual([expected, false])
  })

  it('of a colleague is not mended by an operative', () => {
    const report = { created_at: new Date().toISOString(), reporter_id: 7 } as unknown as AnyRecord
    expect(rules.editable?.(report, context({ role: 'staff' }))('cumulative_qty')).toBe(false)
    expect(rules.editable?.(report, context({ role: 'Agent' }))('cumulative_qty')).toBe(true)
  })
})

describe('the progress of a line', () => {
  it.each([
    [{}, null],
    [{ material_in_house: 1000 }, { stage: 'material_in_house', qty: 1000 }],
    [
      { cutting: 1000, sewing: 20, packing: 0 },
      { stage: 'sewing', qty: 20 },
    ],
  ])('is as far as %o', (progress, expected) => {
    expect(latestStage(progress)).toEqual(expected)
  })

  it.each([
    [{ cutting: 500, sewing: 500 }, []],
    [{ cutting: 500, sewing: 501 }, ['sewing over cutting']],
    [{ cutting: 500, packing: 400 }, []],
    [{ cutting: 500, packing: 600 }, ['packing over cutting']],
    [{ sewing: 300 }, []],
    [{ cutting: 0, sewing: 5, washing: 9 }, ['sewing over cutting', 'washing over sewing']],
  ])('overtakes itself in %o', (progress, expected) => {
    expect(stageInversions(progress).map(({ stage, before }) => `${stage} over ${before}`)).toEqual(expected)
  })

  it.each([
    [{ qty: 100, packed_qty: 0, wip_stage: null }, 'not_started'],
    [{ qty: 100, packed_qty: 0, wip_stage: 'material_in_house' }, 'not_started'],
    [{ qty: 100, packed_qty: 0, wip_stage: 'cutting' }, 'in_production'],
    [{ qty: 100, packed_qty: 99, wip_stage: 'packing' }, 'in_production'],
    [{ qty: 100, packed_qty: 100, wip_stage: 'packing' }, 'finished'],
  ])('makes %o', (facts, expected) => {
    expect(productionOf(facts)).toBe(expected)
  })

  it.each([
    ['in_production', '2026-11-13', false],
    ['in_production', '2026-11-12', true],
    ['in_production', null, false],
    ['not_started', '2026-10-01', false],
    ['finished', '2026-10-01', false],
  ])('is silent when %s and last told on %s: %s', (production_status, wip_reported_on, expected) => {
    expect(lacksReports({ production_status, wip_reported_on }, '2026-11-20')).toBe(expected)
  })

  it.each([
    [1000, '5.00', 1050],
    [333, '3', 342],
    [100, null, 100],
    [200, '2.5', 205],
    // In binary fractions 100 + 0.82 is a little less, and 100 − 0.82 a little more.
    [5000, '0.82', 5041],
  ])('of %i with %s %% over is %i units at most', (qty, over, expected) => {
    expect(maxUnits(qty, over)).toBe(expected)
    expect(mostUnits(qty, Number(over))).toBe(expected)
  })

  it.each([
    [1000, '5', 950],
    [333, '3', 324],
    [100, null, 100],
    [200, '2.5', 195],
    [5000, '0.82', 4959],
  ])('of %i with %s %% under is %i units at least', (qty, under, expected) => {
    expect(minUnits(qty, under)).toBe(expected)
    expect(leastUnits({ qty, under_pct: Number(under) })).toBe(expected)
  })
})
