import { describe, expect, it } from 'vitest'
import { type BarPattern, loadEncoder } from '#server/paper/barcode.ts'
import type { MarkOrder } from '#server/paper/mark/order.ts'
import { markSheets } from '#server/paper/mark/sheets.ts'
import {
  cartonLabels,
  cartonsInRange,
  type LabelCommon,
  type LabelledRow,
  labelFiles,
  mostCartonLabels,
} from '#shared/trade/carton-label.ts'
import { millimetresOf, type SheetBarcode } from '#shared/trade/print-sheet.ts'

const common: LabelCommon = {
  booking_no: 'BK-2026-000001',
  ship_from: ['Golden Loom Garment', '8 Mill Road', 'Ningbo, China'],
  ship_to: ['Daventry DC', 'Unit 4, Royal Oak Way', 'Daventry, United Kingdom'],
  note: null,
  prefix: '7610425',
}
const content = { order: 'PO-1042', style: 'KN-100', colour: 'Navy', size: 'S' }
const row = (first_no: number, last_no: number, changes: Partial<LabelledRow> = {}): LabelledRow => ({
  ...{ first_no, last_no, po_line_id: 1, size_id: 1, units_per_carton: 12, content },
  ...{ length_cm: '60.0', width_cm: '40.0', height_cm: '30.5', gross_kg: '12.500', net_kg: '11.000' },
  ...changes,
})
const all = { from: 1, to: 999_999 }

describe('labels of cartons', () => {
  it('say what is in each carton, which of how many it is, and its code', () => {
    const labels = cartonLabels([row(1, 2, { sscc_serial: 3_002_123_456 }), row(3, 3, { gross_kg: null })], common, all)
    expect(labels).toHaveLength(3)
    expect(labels[0]).toEqual({
      booking_no: 'BK-2026-000001',
      ship_from: common.ship_from,
      ship_to: common.ship_to,
      note: null,
      contents: [{ ...content, units: 12 }],
      ...{ units: 12, number: 1, place: 1, cartons: 3 },
      ...{ gross_kg: '12.5', net_kg: '11', dims_cm: '60 × 40 × 30.5', container_no: null },
      sscc: '376104250021234569',
    })
    expect(labels[1]).toMatchObject({ number: 2, place: 2, sscc: '376104250021234576' })
    expect(labels[2]).toMatchObject({ number: 3, sscc: null, gross_kg: null })
  })

  it('of mixed cartons say all that is in them, once each', () => {
    const rows = [
      row(1, 2, { container_no: '', sscc_serial: 5 }),
      row(1, 2, {
        content: { ...content, size: 'M' },
        units_per_carton: 6,
        gross_kg: null,
        container_no: 'CSQU3054383',
      }),
    ]
    const labels = cartonLabels(rows, common, all)
    expect(labels.map(({ number, units, gross_kg, container_no }) => [number, units, gross_kg, container_no])).toEqual([
      [1, 18, '12.5', 'CSQU3054383'],
      [2, 18, '12.5', 'CSQU3054383'],
    ])
    expect(labels[0]?.contents.map(({ size, units }) => [size, units])).toEqual([
      ['S', 12],
      ['M', 6],
    ])
  })

  it('of numbers with gaps count on, by number', () => {
    const labels = cartonLabels([row(101, 102), row(5, 5)], common, all)
    expect(labels.map(({ number, place, cartons }) => [number, place, cartons])).toEqual([
      [5, 1, 3],
      [101, 2, 3],
      [102, 3, 3],
    ])
  })

  it.each([
    [1, 4, [4]],
    [5, 102, [5, 101, 102]],
    [102, 500, [102, 103]],
    [6, 100, []],
  ] as const)('from %i to %i', (from, to, numbers) => {
    const rows = [row(4, 5), row(101, 103), row(101, 103, { size_id: 2 })]
    const range = { from, to }
    const labels = cartonLabels(rows, { ...common, prefix: null }, range)
    const expected = rows.length && numbers.filter((number) => number >= from && number <= to)
    expect(labels.map(({ number }) => number)).toEqual(expected)
    expect(cartonsInRange(rows, range)).toBe(labels.length)
    expect(labels.every(({ sscc }) => sscc === null)).toBe(true)
  })

  it.each([
    [[[1, 10]], [[1, 10]]],
    [[[1, 2000]], [[1, 2000]]],
    [
      [[1, 2001]],
      [
        [1, 2000],
        [2001, 2001],
      ],
    ],
    [
      [
        [1, 1500],
        [1501, 4500],
      ],
      [
        [1, 2000],
        [2001, 4000],
        [4001, 4500],
      ],
    ],
    // What is mixed counts once; numbers that are left out do not count.
    [
      [
        [3001, 3600],
        [1, 1500],
        [1, 1500],
      ],
      [
        [1, 3500],
        [3501, 3600],
      ],
    ],
    [[], []],
  ] as [number[][], number[][]][])('of cartons %j are in files %j', (runs, files) => {
    const rows = runs.map(([first = 0, last = 0]) => row(first, last))
    const found = labelFiles(rows)
    expect(found.map(({ from, to }) => [from, to])).toEqual(files)
    for (const file of found) expect(cartonsInRange(rows, file)).toBeLessThanOrEqual(mostCartonLabels)
  })
})

describe('GS1-128', () => {
  it.each(['376104250021234569', '106141412345678908', '006141410000000012'])(
    'with the shipping container code %s is FNC1, the identifier 00 and pairs of digits',
    async (sscc) => {
      const read = readCode128((await loadEncoder())('gs1-128', `(00)${sscc}`))
      expect(read.values.slice(0, 3)).toEqual([startC, fnc1, 0])
      expect(digitsOf(read.values.slice(2))).toBe(`00${sscc}`)
      expect(read.check).toBe(checkOf(read.values))
      expect(read.width).toBe(156)
    },
  )

  // Check symbols as they are published, by the support pages of a maker of barcode fonts and of an encoder.
  it.each([
    ['gs1-128', '(01)60000116030603', [startC, fnc1, 1, 60, 0, 1, 16, 3, 6, 3], 71],
    ['code128', '345678', [startC, 34, 56, 78], 73],
  ] as const)('of %s %s has the published check symbol', async (symbology, text, values, check) => {
    const read = readCode128((await loadEncoder())(symbology, text))
    expect(read).toMatchObject({ values, check })
    expect(checkOf(values)).toBe(check)
  })

  it('refuses a code with a wrong check digit', async () => {
    const encode = await loadEncoder()
    expect(() => encode('gs1-128', '(00)376104250021234560')).toThrow(/checksum/i)
  })
})

describe('sheets of carton labels', () => {
  const orderOf = (form: 'a6' | 'a4', rows: LabelledRow[], changes: Partial<LabelCommon> = {}): MarkOrder => ({
    ...{ kind: 'carton_label', form, title: 'Carton labels', language: 'en' },
    marks: cartonLabels(rows, { ...common, ...changes }, all),
  })
  const textsOf = ({ items }: Awaited<ReturnType<typeof markSheets>>[number]) =>
    items.flatMap((item) => (item.kind === 'text' ? [item.text] : []))
  const codesOf = ({ items }: Awaited<ReturnType<typeof markSheets>>[number]) =>
    items.filter((item): item is SheetBarcode => item.kind === 'barcode')

  it('are A6, or four on A4', async () => {
    const rows = [row(1, 5, { sscc_serial: 1 })]
    const single = await markSheets(orderOf('a6', rows))
    expect(single).toHaveLength(5)
    expect([single[0]?.width, single[0]?.height].map((side) => Math.round(millimetresOf(side ?? 0)))).toEqual([
      105, 148,
    ])
    const sheets = await markSheets(orderOf('a4', rows))
    expect(sheets.map((sheet) => codesOf(sheet).length)).toEqual([4, 1])
    expect([sheets[0]?.width, sheets[0]?.height].map((side) => Math.round(millimetresOf(side ?? 0)))).toEqual([
      210, 297,
    ])
  })

  it('have bars as large as GS1 wants them, with quiet zones, and what people read below', async () => {
    const [sheet] = await markSheets(orderOf('a6', [row(1, 1, { sscc_serial: 3_002_123_456 })]))
    const [code] = sheet ? codesOf(sheet) : []
    if (!sheet || !code) throw new Error('no barcode')
    const module = code.width / 156
    expect(millimetresOf(module)).toBeGreaterThanOrEqual(0.495)
    expect(millimetresOf(module)).toBeLessThanOrEqual(1.016)
    expect(millimetresOf(code.height)).toBeGreaterThanOrEqual(31.75)
    expect(code.x).toBeGreaterThanOrEqual(10 * module)
    expect(sheet.width - code.x - code.width).toBeGreaterThanOrEqual(10 * module)
    expect(code.value).toBe('(00)376104250021234569')
    expect(textsOf(sheet)).toContain('(00) 376104250021234569')
  })

  it('without a code say why, where there is something to say', async () => {
    const note = 'No barcode: something is missing'
    const [told] = await markSheets(orderOf('a6', [row(1, 1)], { prefix: null, note }))
    const [plain] = await markSheets(orderOf('a6', [row(1, 1)], { prefix: null }))
    if (!told || !plain) throw new Error('no label')
    expect(textsOf(told)).toContain(note)
    expect([codesOf(told), codesOf(plain)]).toEqual([[], []])
    expect(textsOf(plain)).toEqual(textsOf(told).filter((text) => text !== note))
  })

  it('keep everything within their edges and above the barcode, however much a carton holds', async () => {
    const long = 'An order of a very long name that does not fit into a line of a label'
    const mixed = Array.from({ length: 60 }, (_, at) =>
      row(1, 1, {
        sscc_serial: 1,
        content: { order: `${long} ${at % 20}`, style: long, colour: long, size: `S${at}` },
      }),
    )
    const sizes = Array.from({ length: 60 }, (_, at) =>
      row(1, 1, { sscc_serial: 1, container_no: 'CSQU3054383', content: { ...content, size: `Size ${at}` } }),
    )
    const parties = { ship_from: Array(4).fill(long), ship_to: Array(4).fill(long) }
    for (const [rows, changes] of [
      [mixed, {}],
      [sizes, {}],
      [sizes, parties],
      [mixed, parties],
    ] as const) {
      const [sheet] = await markSheets(orderOf('a6', rows, changes))
      const [code] = sheet ? codesOf(sheet) : []
      if (!sheet || !code) throw new Error('no barcode')
      for (const item of sheet.items) {
        expect(item.x).toBeGreaterThanOrEqual(0)
        if (item.kind === 'text') {
          expect(item.x + item.width).toBeLessThanOrEqual(sheet.width)
          expect(item.y).toBeLessThanOrEqual(sheet.height)
          if (!item.text.startsWith('(00)')) expect([item.text, item.y < code.y]).toEqual([item.text, true])
        }
      }
    }
    const [sheet] = await markSheets(orderOf('a6', mixed))
    expect(sheet && textsOf(sheet)).toContain('and 15 more, see the packing list')
  })
})

const startC = 105
const fnc1 = 102

/** The widths of bars and spaces of the values 0 to 105 and of the stop character, by ISO/IEC 15417. */
const code128 =
  `212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231
113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211
212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131
113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111
314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211
241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141
214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214
211232`.split(/\s+/)
const stop = '2331112'

/** Reads bars as a scanner does: the values of the characters, then the check symbol. */
const readCode128 = ({ bars, width }: BarPattern) => {
  const widths = bars.flatMap((bar, at) => {
    const next = bars[at + 1]
    return next ? [bar.width, next.x - bar.x - bar.width] : [bar.width]
  })
  const text = widths.join('')
  expect(text.slice(-7)).toBe(stop)
  const all = (text.slice(0, -7).match(/.{6}/g) ?? []).map((character) => code128.indexOf(character))
  return { values: all.slice(0, -1), check: all.at(-1), width }
}

const checkOf = ([start = 0, ...values]: readonly number[]) =>
  values.reduce((sum, value, at) => sum + value * (at + 1), start) % 103

const digitsOf = (values: readonly number[]) => values.map((value) => String(value).padStart(2, '0')).join('')
