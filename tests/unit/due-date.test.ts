import { describe, expect, it } from 'vitest'
import { type DueDays, dueDateOf, type PaymentTerm } from '#shared/trade/due-date.ts'

const term = (changes: Partial<PaymentTerm>): PaymentTerm => ({
  ...{
    base_date: 'invoice',
    days: 0,
    day_of_month: null,
    discount_pct: null,
    discount_days: null,
    requires_docs: false,
  },
  ...changes,
})
const days: DueDays = {
  order: '2026-01-10',
  invoice: '2026-03-05',
  bl_date: '2026-03-01',
  etd: '2026-02-27',
  delivery: '2026-04-02',
  documents: '2026-03-09',
}

describe('the due date', () => {
  it.each<[string, Partial<PaymentTerm>, Partial<DueDays>, string | null]>([
    ['advance, by the order', { base_date: 'order' }, {}, '2026-01-10'],
    ['30 days after the invoice', { days: 30 }, {}, '2026-04-04'],
    ['60 days after the B/L', { base_date: 'bl_date', days: 60 }, {}, '2026-04-30'],
    ['14 days after ETD', { base_date: 'etd', days: 14 }, {}, '2026-03-13'],
    ['30 days after delivery', { base_date: 'delivery', days: 30 }, {}, '2026-05-02'],
    ['goods that are not delivered yet', { base_date: 'delivery', days: 30 }, { delivery: null }, null],
    ['goods that have not sailed', { base_date: 'bl_date' }, { bl_date: null }, null],
    ['60 days end of month', { base_date: 'eom', days: 60 }, {}, '2026-05-30'],
    ['end of a short month', { base_date: 'eom' }, { invoice: '2026-02-01' }, '2026-02-28'],
    ['end of February in a leap year', { base_date: 'eom' }, { invoice: '2028-02-29' }, '2028-02-29'],
    ['end of month on its last day', { base_date: 'eom', days: 30 }, { invoice: '2026-12-31' }, '2027-01-30'],
    ['documents after the base', { base_date: 'bl_date', days: 5, requires_docs: true }, {}, '2026-03-14'],
    ['documents before the base', { base_date: 'delivery', days: 5, requires_docs: true }, {}, '2026-04-07'],
    ['documents that are missing', { days: 5, requires_docs: true }, { documents: null }, null],
    ['documents not needed', { days: 5 }, { documents: null }, '2026-03-10'],
    ['documents move the month', { base_date: 'eom', requires_docs: true }, { documents: '2026-04-01' }, '2026-04-30'],
    ['on the 25th, later this month', { days: 0, day_of_month: 25 }, {}, '2026-03-25'],
    ['on the 25th, that very day', { days: 20, day_of_month: 25 }, {}, '2026-03-25'],
    ['on the 25th, a day too late', { days: 21, day_of_month: 25 }, {}, '2026-04-25'],
    ['on the 31st of a short month', { days: 27, day_of_month: 31 }, {}, '2026-04-30'],
    ['on the 1st, over the year', { days: 0, day_of_month: 1 }, { invoice: '2026-12-02' }, '2027-01-01'],
  ])('%s', (_name, changes, known, due) => {
    expect(dueDateOf(term(changes), { ...days, ...known }).due_date).toBe(due)
  })

  it('has a day for the discount: 2/10 net 30', () => {
    expect(dueDateOf(term({ days: 30, discount_pct: '2', discount_days: 10 }), days)).toEqual({
      base_date: '2026-03-05',
      due_date: '2026-04-04',
      discount_date: '2026-03-15',
    })
    expect(
      dueDateOf(term({ base_date: 'delivery', discount_pct: '2', discount_days: 10 }), { ...days, delivery: null }),
    ).toEqual({ base_date: null, due_date: null, discount_date: null })
  })
})
