import { describe, expect, it } from 'vitest'
import { purchaseOrders } from '#areas/purchase-orders/area.ts'
import { boundsOf, namedPeriods, readPeriod, writePeriod } from '#shared/base/periods.ts'
import { listParams, parseListQuery } from '#shared/kit/list-query.ts'

const parsed = (name: string, value: string) => parseListQuery(purchaseOrders, [[name, value]], () => true)

describe('a period', () => {
  // 25 November 2026 is a Wednesday.
  it.each([
    ['today', '2026-11-25', '2026-11-25', '2026-11-25'],
    ['before_today', '2026-11-25', '', '2026-11-24'],
    ['after_today', '2026-11-25', '2026-11-26', ''],
    ['this_week', '2026-11-25', '2026-11-23', '2026-11-29'],
    ['this_week', '2026-11-29', '2026-11-23', '2026-11-29'],
    ['last_week', '2026-11-25', '2026-11-16', '2026-11-22'],
    ['next_week', '2026-12-31', '2027-01-04', '2027-01-10'],
    ['this_month', '2028-02-10', '2028-02-01', '2028-02-29'],
    ['last_month', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['last_month', '2027-01-15', '2026-12-01', '2026-12-31'],
    ['next_month', '2026-01-31', '2026-02-01', '2026-02-28'],
    ['next_14_days', '2026-11-25', '2026-11-25', '2026-12-08'],
    ['next_1_days', '2026-11-25', '2026-11-25', '2026-11-25'],
    ['last_7_days', '2026-11-25', '2026-11-19', '2026-11-25'],
    ['2026-04-01..2026-04-30', '2026-11-25', '2026-04-01', '2026-04-30'],
    ['2026-04-01..', '2026-11-25', '2026-04-01', ''],
    ['..2026-04-30', '2026-11-25', '', '2026-04-30'],
    ['2026-04-01', '2026-11-25', '2026-04-01', '2026-04-01'],
  ])('%s on %s is from %s to %s', (value, today, from, to) => {
    const period = readPeriod(value)
    expect(period).not.toBeNull()
    expect(period && boundsOf(period, today)).toMatchObject({ from, to })
    expect(period && writePeriod(period)).toBe(value)
  })

  it.each(['', '..', 'next_0_days', 'next_3661_days'])('%j is none', (value) => {
    expect(readPeriod(value)).toBeNull()
  })

  it('every named one is read and has bounds', () => {
    for (const name of namedPeriods) {
      const period = readPeriod(name)
      expect(period && boundsOf(period, '2026-11-25')).toBeTruthy()
    }
  })
})

describe('a filter by periods', () => {
  it.each([
    ['ex_factory_date_within', 'next_14_days'],
    ['ex_factory_date_within', 'before_today,2026-04-01..2026-04-30'],
    ['updated_at_within', 'last_7_days'],
    ['total_qty_within', '5,10..20,100..'],
    ['total_value_within', '-1.5..10.25'],
    ['ship_date_within', 'this_month'],
  ])('%s=%s is read and written the same', (name, value) => {
    const { query, problems } = parsed(name, value)
    expect(problems).toEqual([])
    expect(query.filters[0]?.values).toEqual(value.split(','))
    expect(listParams({ filters: query.filters })).toEqual([[name, value]])
  })

  it.each([
    ['ex_factory_date_within', 'soon'],
    ['ex_factory_date_within', '2026-02-30..2026-03-01'],
    ['ex_factory_date_within', '0000-01-01..'],
    ['ex_factory_date_within', 'next_9999_days'],
    ['ex_factory_date_within', ''],
    ['total_qty_within', 'today'],
    ['total_qty_within', '1..x'],
    ['total_qty_within', '1..2..3'],
    ['po_no_within', 'a..b'],
    ['on_hold_within', 'true'],
  ])('%s=%s is refused by its name', (name, value) => {
    expect(parsed(name, value).problems.map(({ field }) => field)).toEqual([name])
  })
})
