import { describe, expect, it } from 'vitest'
import {
  type DateForm,
  dateFits,
  dateForms,
  type NumberForm,
  numberFits,
  numberFormNames,
  numberForms,
  readDate,
  readFlag,
  readInteger,
  readNumber,
  wholeForms,
} from '#shared/delimited/forms.ts'
import { plainNumber, plainWhole } from '#shared/delimited/typed-number.ts'

const names = <F>(fits: readonly { form: F; ambiguous: boolean }[]) =>
  fits.map(({ form, ambiguous }) => (ambiguous ? `${form}?` : form))

describe('dates', () => {
  it.each<[string, DateForm, string | null]>([
    ['2026-03-12', 'iso', '2026-03-12'],
    ['2026-03-12T00:00:00Z', 'iso', '2026-03-12'],
    ['2026-03-12 00:00:00', 'iso', '2026-03-12'],
    ['2026-03-12 13:00', 'iso', null],
    ['2021/1/8', 'ymd', '2021-01-08'],
    ['2021/1/8 0:00', 'ymd', '2021-01-08'],
    ['２０２１/1/8', 'ymd', '2021-01-08'],
    ['21-01-08', 'ymd', '2021-01-08'],
    ['2021/1-8', 'ymd', null],
    ['8/1/2021', 'dmy', '2021-01-08'],
    ['8/1/2021', 'mdy', '2021-08-01'],
    ['08.01.2021', 'dmy', '2021-01-08'],
    ['8/1/21', 'dmy', '2021-01-08'],
    ['1/8/2021 12:00:00 AM', 'mdy', '2021-01-08'],
    ['1/8/2021 12:00 PM', 'mdy', null],
    ['31/12/70', 'dmy', '1970-12-31'],
    ['29/02/2023', 'dmy', null],
    ['1/13/2021', 'dmy', null],
    ['1/13/2021', 'mdy', '2021-01-13'],
    ['1/1/021', 'dmy', null],
    ['1/1/1021', 'dmy', null],
    ['8-Jan-21', 'named', '2021-01-08'],
    ['12 Mar 2026', 'named', '2026-03-12'],
    ['12 MARCH 2026', 'named', '2026-03-12'],
    ['12th Sept. 2026', 'named', '2026-09-12'],
    ['March 12, 2026', 'named', '2026-03-12'],
    ['12 Mai 2026', 'named', null],
    ['31 Feb 2026', 'named', null],
    ['2026年3月12日', 'zh', '2026-03-12'],
    ['2026 年 3 月 12 号', 'zh', '2026-03-12'],
    ['20260312', 'compact', '2026-03-12'],
    ['44204', 'serial', '2021-01-08'],
    ['44204.0', 'serial', '2021-01-08'],
    ['44204.5', 'serial', null],
    ['1', 'serial', '1900-01-01'],
    ['59', 'serial', '1900-02-28'],
    ['60', 'serial', null],
    ['61', 'serial', '1900-03-01'],
    ['999999', 'serial', null],
    ['', 'iso', null],
    ['TBC', 'dmy', null],
    ['2026-03-12', 'mdy', '2026-03-12'],
  ])('%j as %s is %s', (text, form, date) => expect(readDate(text, form)).toBe(date))

  it.each<[string[], string[]]>([
    [
      ['2026-03-12', ''],
      ['iso', 'ymd'],
    ],
    [['2021/1/8', '2021/12/30'], ['ymd']],
    [
      ['8/1/2021', '9/1/2021'],
      ['dmy?', 'mdy?'],
    ],
    [['8/8/2021'], ['dmy?', 'mdy?']],
    [['8/1/2021', '13/1/2021'], ['dmy']],
    [['1/8/2021', '1/13/2021'], ['mdy']],
    [['08.01.21'], ['ymd?', 'dmy?', 'mdy?']],
    [['21/1/8'], ['ymd']],
    [['13/1/2021', '1/13/2021'], []],
    [['8-Jan-21', '12 Mar 2026'], ['named']],
    [['2026-03-12', '13/4/2026'], ['dmy']],
    [
      ['2026-03-12', '3/4/2026'],
      ['dmy?', 'mdy?'],
    ],
    [['2026-03-12', 'soon'], []],
    [['2026年3月12日'], ['zh']],
    [['44204'], []],
    [['', ' '], []],
    [[], []],
  ])('%j fits %j', (samples, wanted) => expect(names(dateForms(samples))).toEqual(wanted))

  it('are serial numbers only when asked for', () => {
    expect(dateForms(['44204', '44205'], { serial: true })).toEqual([{ form: 'serial', fits: 2, ambiguous: false }])
    expect(dateFits(['8/1/2021', '13/1/2021', 'TBC'])[0]).toEqual({ form: 'dmy', fits: 2 })
  })
})

describe('numbers', () => {
  it.each<[string, NumberForm, string | null]>([
    ['1234.56', 'plain', '1234.56'],
    ['1,234.56', 'plain', null],
    ['1,234.56', 'comma_point', '1234.56'],
    ['1,234,567', 'comma_point', '1234567'],
    ['1,23,456.50', 'comma_point', '123456.50'],
    ['12,34', 'comma_point', null],
    ['0,500', 'comma_point', null],
    ['1.234,56', 'point_comma', '1234.56'],
    ['0,500', 'point_comma', '0.500'],
    ['1 234,56', 'space_comma', '1234.56'],
    ['1\u202f234,56', 'space_comma', '1234.56'],
    ["1'234.56", 'apostrophe_point', '1234.56'],
    ['1’234.56', 'apostrophe_point', '1234.56'],
    ['$1,234.50', 'comma_point', '1234.50'],
    ['US$ 1,234.50', 'comma_point', '1234.50'],
    ['USD 12.5', 'plain', '12.5'],
    ['12,50 €', 'point_comma', '12.50'],
    ['￥12.50', 'plain', '12.50'],
    ['12.5元', 'plain', '12.5'],
    ['Rs. 500', 'plain', '500'],
    ['12.5%', 'plain', '12.5'],
    ['12.5 ％', 'plain', '12.5'],
    ['-5', 'plain', '-5'],
    ['−5', 'plain', '-5'],
    ['5-', 'plain', '-5'],
    ['(5.00)', 'plain', '-5.00'],
    ['-$5', 'plain', '-5'],
    ['$-5', 'plain', '-5'],
    ['(-5)', 'plain', null],
    ['+5', 'plain', '5'],
    ['-0', 'plain', '0'],
    ['007', 'plain', '7'],
    ['.5', 'plain', '0.5'],
    ['5.', 'plain', '5'],
    ['.', 'plain', null],
    ['1E+05', 'plain', null],
    ['Art 12', 'plain', null],
    ['12 pcs', 'plain', null],
    ['12 PCS', 'plain', null],
    ['1.2.3', 'plain', null],
    ['', 'plain', null],
    ['USD', 'plain', null],
    ['9'.repeat(31), 'plain', null],
  ])('%j as %s is %s', (text, form, number) => expect(readNumber(text, form)).toBe(number))

  it.each<[string[], string[]]>([
    [
      ['12', '5', ''],
      ['plain', 'comma_point', 'point_comma', 'space_comma', 'apostrophe_point'],
    ],
    [['1234.56'], ['plain', 'comma_point', 'apostrophe_point']],
    [['1,234.56', '12'], ['comma_point']],
    [['1.234,56', '12'], ['point_comma']],
    [
      ['12,50', '3'],
      ['point_comma', 'space_comma'],
    ],
    [['1,234'], ['comma_point?', 'point_comma?', 'space_comma?']],
    [
      ['1.234', '5'],
      ['plain?', 'comma_point?', 'point_comma?', 'apostrophe_point?'],
    ],
    [
      ['0.250', '1.234'],
      ['plain', 'comma_point', 'apostrophe_point'],
    ],
    [['1,234', '1.5'], ['comma_point']],
    [['12', 'many'], []],
  ])('%j fits %j', (samples, wanted) => expect(names(numberForms(samples))).toEqual(wanted))

  it('are whole only where nothing is lost', () => {
    expect(readInteger('1,200', 'comma_point')).toBe(1200)
    expect(readInteger('12.00', 'plain')).toBe(12)
    expect(readInteger('-3', 'plain')).toBe(-3)
    expect(readInteger('12.5', 'plain')).toBeNull()
    expect(readInteger('9007199254740993', 'plain')).toBeNull()
    expect(readInteger('x', 'plain')).toBeNull()
    expect(numberFits(['1,5', 'x'])[0]).toEqual({ form: 'point_comma', fits: 1 })
  })
})

describe('yes and no', () => {
  it.each([
    ['Yes', true],
    ['TRUE', true],
    ['1', true],
    ['是', true],
    [' n ', false],
    ['false', false],
    ['0', false],
    ['否', false],
    ['', null],
    ['maybe', null],
    ['constructor', null],
  ])('%j is %s', (text, wanted) => expect(readFlag(text)).toBe(wanted))
})

it('odd texts are read quickly', () => {
  const started = performance.now()
  for (const text of [
    '1'.repeat(100_000),
    '1,'.repeat(50_000),
    ' '.repeat(100_000),
    'a'.repeat(100_000),
    "1'".repeat(50_000),
  ]) {
    expect(numberFits([text]).every(({ fits }) => fits === 0)).toBe(true)
    expect(dateFits([text]).every(({ fits }) => fits === 0)).toBe(true)
  }
  expect(performance.now() - started).toBeLessThan(500)
})

describe('whole numbers', () => {
  it.each([
    ['1.000', '1000'],
    ['1,000', '1000'],
    ['1.234.567', '1234567'],
    ['1.000,00', '1000'],
    ['1,000.0', '1000'],
    ['１，０００', '1000'],
    ['12.00', '12'],
    ['0.000', '0'],
    ['-1.000', '-1000'],
    ['1 000', '1000'],
    // What is no whole number stays, to be said so.
    ['1,5', '1,5'],
    ['1.5', '1.5'],
    ['0.500', '0.500'],
    ['1.00.0', '1.00.0'],
    ['10 20', '10 20'],
    ['1.000,5', '1.000,5'],
    ['', ''],
  ])('%j are read as %j wherever they are typed', (typed, read) => expect(plainWhole(typed)).toBe(read))

  it.each([
    ['1.234,50', '1234.50'],
    ['1,234.50', '1234.50'],
    ['3,50', '3.50'],
    ['0,450', '0.450'],
    ['-0,1234', '-0.1234'],
    ['1,450', '1450'],
    ['1.000', '1.000'],
    ['12 3', '12 3'],
  ])('%j is the price %j', (typed, read) => expect(plainNumber(typed)).toBe(read))

  it('in groups of three are thousands in a column too, and no form makes one of a thousand', () => {
    expect(wholeForms(['1.000', '12'])).toEqual([{ form: 'point_comma', fits: 2, ambiguous: false }])
    expect(wholeForms(['1,000', '12'])).toEqual([{ form: 'comma_point', fits: 2, ambiguous: false }])
    expect(wholeForms(['12', '7'])[0]).toMatchObject({ form: 'plain', ambiguous: false })
    expect(wholeForms(['1.5'])).toEqual([])
    for (const form of numberFormNames)
      expect([form, readInteger('1.000', form)]).toEqual([form, form === 'point_comma' ? 1000 : null])
    expect(readInteger('12.00', 'plain')).toBe(12)
  })
})
