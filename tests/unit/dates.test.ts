import { describe, expect, it } from 'vitest'
import { calendars } from '#server/seeds/calendars.ts'
import { addDays, daysBetween, formatDate, isDate, today, weekday } from '#shared/base/dates.ts'
import { addWorkingDays, isWorkingDay, workingCalendar } from '#shared/base/working-days.ts'

describe('dates', () => {
  it.each(['2026-03-12', '2024-02-29', '2000-02-29', '1000-01-01', '9999-12-31'])('%s is one', (text) =>
    expect(isDate(text)).toBe(true),
  )
  it.each([
    '',
    '2026-3-12',
    '2026-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '0999-01-01',
    '2026-03-12T00:00',
    '2026-03-12\n',
    '12026-03-12',
  ])('%j is none', (text) => expect(isDate(text)).toBe(false))

  it.each([
    ['2026-03-12', 0, '2026-03-12'],
    ['2026-02-28', 1, '2026-03-01'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2026-03-28', 2, '2026-03-30'],
    ['2026-10-24', 2, '2026-10-26'],
    ['1969-12-31', 1, '1970-01-01'],
  ])('%s and %i days is %s', (date, days, wanted) => {
    expect(addDays(date, days)).toBe(wanted)
    expect(daysBetween(date, wanted)).toBe(days)
  })

  it('refuses what is no date and what lies beyond the calendar', () => {
    expect(() => addDays('2026-02-30', 1)).toThrow(RangeError)
    expect(() => addDays('9999-12-31', 1)).toThrow(RangeError)
    expect(() => addDays('2026-01-01', 1e12)).toThrow(RangeError)
    expect(() => addDays('2026-01-01', 0.5)).toThrow(RangeError)
    expect(() => daysBetween('2026-01-01', 'soon')).toThrow(RangeError)
  })

  it('knows the day of the week', () => {
    expect(['2026-03-09', '2026-03-15', '1969-12-29', '1970-01-01'].map(weekday)).toEqual([1, 7, 1, 4])
  })

  it('knows today where people are', () => {
    const now = new Date('2026-03-12T20:30:00Z')
    expect(today('UTC', now)).toBe('2026-03-12')
    expect(today('Asia/Shanghai', now)).toBe('2026-03-13')
    expect(today('America/Los_Angeles', now)).toBe('2026-03-12')
    expect(isDate(today())).toBe(true)
  })

  it('writes dates as people read them', () => {
    expect(formatDate('2026-03-02', 'en')).toBe('2 Mar 2026')
    expect(formatDate('2026-03-12', 'zh')).toBe('2026年3月12日')
    expect(formatDate('soon', 'en')).toBe('soon')
  })
})

describe('working days', () => {
  const office = workingCalendar(
    ['mon', 'tue', 'wed', 'thu', 'fri'],
    [
      ...['2026-05-01', '2026-05-04', '2026-05-05'].map((date) => ({ date, kind: 'holiday' as const })),
      { date: '2026-05-16', kind: 'make_up_day' },
    ],
  )
  const dhaka = workingCalendar(['sun', 'mon', 'tue', 'wed', 'thu', 'sat'])

  it('are numbered from Monday', () => {
    expect(office.weekdays).toEqual([1, 2, 3, 4, 5])
    expect(dhaka.weekdays).toEqual([1, 2, 3, 4, 6, 7])
  })

  it.each([
    ['2026-03-12', 0, '2026-03-12'],
    ['2026-03-12', 1, '2026-03-13'],
    ['2026-03-12', 3, '2026-03-17'],
    ['2026-03-14', 0, '2026-03-14'],
    ['2026-03-14', 1, '2026-03-16'],
    ['2026-03-16', -1, '2026-03-13'],
    ['2026-03-12', 10, '2026-03-26'],
    ['2026-04-30', 1, '2026-05-06'],
    ['2026-04-29', 3, '2026-05-07'],
    ['2026-05-06', -1, '2026-04-30'],
    // The Saturday is worked for the holiday.
    ['2026-05-15', 1, '2026-05-16'],
    ['2026-05-15', 2, '2026-05-18'],
    ['2026-05-18', -1, '2026-05-16'],
  ])('in the office: %s and %i is %s', (date, n, wanted) => expect(addWorkingDays(date, n, office)).toBe(wanted))

  it.each([
    ['2026-03-12', 1, '2026-03-14'],
    ['2026-03-12', 3, '2026-03-16'],
  ])('in Dhaka: %s and %i is %s', (date, n, wanted) => expect(addWorkingDays(date, n, dhaka)).toBe(wanted))

  it('of China make up for the long holidays of 2026, as proclaimed', () => {
    const china = calendars.find(({ country }) => country === 'CN')
    const worked = workingCalendar(china?.working_days ?? [], china?.holidays)
    expect(addWorkingDays('2026-02-13', 1, worked)).toBe('2026-02-14')
    expect(addWorkingDays('2026-02-14', 1, worked)).toBe('2026-02-24')
    expect(addWorkingDays('2026-09-18', 1, worked)).toBe('2026-09-20')
    expect(addWorkingDays('2026-09-30', 3, worked)).toBe('2026-10-10')
    const days = (year: string, isCertain: boolean) =>
      china?.holidays.filter(
        ({ date, kind, is_provisional }) =>
          date.startsWith(year) && kind === 'make_up_day' && is_provisional !== isCertain,
      ).length
    expect([days('2026', true), days('2026', false), days('2027', true), days('2027', false)]).toEqual([6, 0, 0, 5])
  })

  it('end neither on a holiday nor on a weekend', () => {
    expect(isWorkingDay('2026-05-04', office)).toBe(false)
    expect(isWorkingDay('2026-05-09', office)).toBe(false)
    expect(isWorkingDay('2026-05-06', office)).toBe(true)
    expect(isWorkingDay('2026-05-16', office)).toBe(true)
  })

  it('need somebody who works, whole days and a date', () => {
    expect(() => addWorkingDays('2026-03-12', 1, { weekdays: [], holidays: [], makeUpDays: [] })).toThrow(RangeError)
    expect(() => addWorkingDays('2026-03-12', 1, { weekdays: [0, 8], holidays: [], makeUpDays: [] })).toThrow(
      RangeError,
    )
    expect(() => addWorkingDays('2026-03-12', 1.5, office)).toThrow(RangeError)
    expect(() => addWorkingDays('soon', 0, office)).toThrow(RangeError)
  })
})
