import { describe, expect, it } from 'vitest'
import { type BarPattern, loadEncoder } from '#server/paper/barcode.ts'
import type { MarkOrder } from '#server/paper/mark/order.ts'
import { markSheets, markSvg, marksPdf } from '#server/paper/mark/sheets.ts'
import { cartonGroups, cartonMarks, missingForMarks } from '#shared/trade/carton-mark.ts'
import { marketPrice, missingForTickets, priceTickets } from '#shared/trade/price-ticket.ts'
import { millimetresOf, type SheetBarcode } from '#shared/trade/print-sheet.ts'
import { carton, ticket } from '../kit/marked-line'
import { readPdf } from '../kit/pdf'

describe('cartons of a line', () => {
  it('of one size each are filled size by size, with the GTIN-14 of full ones whose size has a GTIN', () => {
    expect(cartonGroups(carton)).toEqual([
      { from: 1, to: 2, units: 24, sizes: [{ size: 'S', qty: 24 }], gtin: '16291041500210' },
      { from: 3, to: 3, units: 2, sizes: [{ size: 'S', qty: 2 }], gtin: null },
      { from: 4, to: 6, units: 24, sizes: [{ size: 'M', qty: 24 }], gtin: null },
      { from: 7, to: 7, units: 8, sizes: [{ size: 'M', qty: 8 }], gtin: null },
    ])
  })

  const ratio = {
    ...carton,
    pack_type: 'ratio',
    qty: 90,
    quantities: [
      { size: 'S', gtin: null, qty: 30 },
      { size: 'M', gtin: null, qty: 60 },
    ],
  }
  it.each([
    [
      'a ratio says the units of each size',
      ratio,
      [
        {
          from: 1,
          to: 3,
          units: 24,
          sizes: [
            { size: 'S', qty: 8 },
            { size: 'M', qty: 16 },
          ],
          gtin: null,
        },
        {
          from: 4,
          to: 4,
          units: 18,
          sizes: [
            { size: 'S', qty: 6 },
            { size: 'M', qty: 12 },
          ],
          gtin: null,
        },
      ],
    ],
    [
      'a ratio that leaves parts of a unit says the sizes alone',
      { ...ratio, units_per_carton: 20, qty: 90 },
      [
        {
          from: 1,
          to: 4,
          units: 20,
          sizes: [
            { size: 'S', qty: null },
            { size: 'M', qty: null },
          ],
          gtin: null,
        },
        {
          from: 5,
          to: 5,
          units: 10,
          sizes: [
            { size: 'S', qty: null },
            { size: 'M', qty: null },
          ],
          gtin: null,
        },
      ],
    ],
    [
      'a line without sizes is packed by its quantity',
      { ...carton, quantities: [], qty: 48 },
      [{ from: 1, to: 2, units: 24, sizes: [], gtin: null }],
    ],
    ['without units per carton there are none', { ...carton, units_per_carton: null }, []],
  ])('%s', (_, line, groups) => expect(cartonGroups(line)).toEqual(groups))

  it('are marked with weights that count what is in them', () => {
    const [full, rest] = cartonMarks(carton, 2, 3)
    expect(full).toMatchObject({ carton: 2, cartons: 7, net_kg: '3.36', gross_kg: '4.26', dims_cm: '60 × 40 × 30.5' })
    expect(rest).toMatchObject({ carton: 3, units: 2, net_kg: '0.28', gross_kg: '1.18', gtin: null })
    expect(full).toMatchObject({ origin: 'Made in China', colour: 'NVY Navy' })
  })

  it.each([
    ['nothing', {}, []],
    ['a cancelled line', { is_cancelled: true, units_per_carton: null }, ['line_cancelled']],
    ['units per carton', { units_per_carton: null }, ['no_units_per_carton']],
    ['the origin', { country_of_origin: null }, ['no_origin']],
    ['the destination', { destination: null }, ['no_destination']],
    ['the unit weight', { unit_weight_g: '0' }, ['no_unit_weight']],
    ['the weight of the carton', { carton_weight_g: null }, ['no_carton_weight']],
    ['a side of the carton', { carton_width_cm: null }, ['no_carton_sides']],
  ])('%s is missing', (_, changes, keys) =>
    expect(missingForMarks({ ...carton, ...changes }).map(({ text }) => text.key)).toEqual(
      keys.map((key) => `problems.marks.${key}`),
    ),
  )

  it('are refused for a wrong check digit, with the right one, and where it is mended', () => {
    const wrong = { ...carton, quantities: [{ size: 'S', gtin: '6291041500214', qty: 50 }] }
    expect(missingForMarks(wrong)).toEqual([
      {
        text: {
          key: 'problems.marks.gtin_fault',
          params: { size: 'S', gtin: '6291041500214', fault: { key: 'site.gtin.check_digit', params: { right: 3 } } },
        },
        source: 'article',
        id: 5,
      },
    ])
  })
})

describe('price tickets', () => {
  it('have a size each, with the price as the market writes it', () =>
    expect(priceTickets(ticket, 'GB')).toMatchObject([
      { size: 'S', gtin: '6291041500213', price: '£29.99', colour: 'NVY Navy' },
      { size: 'M', gtin: '4006381333931', price: '£29.99' },
    ]))

  it.each([
    ['29.99', 'EUR', 'DE', '29,99 €'],
    ['29.99', 'EUR', 'IE', '€29.99'],
    ['29.99', 'AUD', 'AU', '$29.99'],
    ['2990', 'JPY', 'JP', '￥2,990'],
    ['199', 'CNY', 'CN', '¥199.00'],
    ['1299.5', 'CHF', 'CH', "CHF 1'299.50"],
  ])('%s %s in %s is %s', (amount, currency, market, written) =>
    expect(
      marketPrice(amount, currency, market)
        .replace(/\u00a0/g, ' ')
        .replace(/’/g, "'"),
    ).toBe(written),
  )

  it.each([
    ['nothing', {}, 'GB', []],
    ['a price that is not released', {}, 'DE', ['price_unreleased']],
    ['any price', { prices: [] }, null, ['no_price_released']],
    ['sizes', { quantities: [] }, 'GB', ['no_size']],
    ['a GTIN', { quantities: [{ size: 'S', sku: null, gtin: null, qty: 1 }] }, 'GB', ['no_gtin']],
    [
      'a right check digit',
      { quantities: [{ size: 'S', sku: null, gtin: '4006381333932', qty: 1 }] },
      'GB',
      ['gtin_fault'],
    ],
  ] as const)('%s is missing', (_, changes, market, keys) =>
    expect(missingForTickets({ ...ticket, ...changes }, market).map(({ text }) => text.key)).toEqual(
      keys.map((key) => `problems.marks.${key}`),
    ),
  )
})

describe('barcodes', () => {
  it('of EAN-13 read as the number that was asked for', async () => {
    const encode = await loadEncoder()
    for (const gtin of ['6291041500213', '4006381333931', '0614141000036'])
      expect(readEan13(encode('ean13', gtin))).toBe(gtin)
  })

  it('of ITF-14 have wide bars of two and a half modules', async () => {
    const { width, bars } = (await loadEncoder())('itf14', '16291041500210')
    expect([...new Set(bars.map((bar) => bar.width))].toSorted()).toEqual([1, 2.5])
    expect(width).toBe(4 + 14 * 8 + 4.5)
  })

  it.each([
    ['ean13', '6291041500214'],
    ['itf14', '16291041500213'],
  ] as const)('of %s refuse a wrong check digit', async (symbology, value) => {
    const encode = await loadEncoder()
    expect(() => encode(symbology, value)).toThrow(/check digit/i)
  })
})

describe('sheets of marks', () => {
  const cartons: MarkOrder = {
    kind: 'carton_mark',
    marks: cartonMarks(carton, 1, 7),
    title: 'PO-1042 / 20',
    language: 'en',
  }
  const tickets: MarkOrder = {
    kind: 'price_ticket',
    marks: priceTickets(ticket, 'GB'),
    title: 'PO-1042 / 20',
    language: 'en',
  }
  const codesOf = async (order: MarkOrder) =>
    (await markSheets(order)).map(({ items }) =>
      items.flatMap((item) => (item.kind === 'barcode' ? [[item.symbology, item.value]] : [])),
    )

  it('carry ITF-14 where the carton has a GTIN-14, else Code 128, and QR with order, line and carton', async () => {
    const codes = await codesOf(cartons)
    expect(codes[0]).toEqual([
      ['qrcode', 'PO=PO-1042;LINE=20;CARTON=1;OF=7'],
      ['itf14', '16291041500210'],
    ])
    expect(codes[2]?.[1]).toEqual(['code128', 'PO-1042-20-3'])
  })

  it('keep everything within their edges and the quiet zones of barcodes free', async () => {
    for (const { width, height, items } of [...(await markSheets(cartons)), ...(await markSheets(tickets))])
      for (const item of items) {
        expect(item.x).toBeGreaterThanOrEqual(0)
        expect(item.x + ('width' in item ? item.width : item.size)).toBeLessThanOrEqual(width)
        expect(item.y).toBeLessThanOrEqual(height)
      }
    const [first] = await markSheets(tickets)
    const ean = first?.items.find((item): item is SheetBarcode => item.kind === 'barcode')
    expect(millimetresOf(ean?.width ?? 0)).toBeCloseTo(95 * 0.33, 3)
    expect(millimetresOf(ean?.x ?? 0)).toBeGreaterThanOrEqual(11 * 0.33)
  })

  it('fit many long sizes above the barcode', async () => {
    const quantities = Array.from({ length: 20 }, (_, at) => ({ size: `${at + 30}/ Extra long`, gtin: null, qty: 10 }))
    const line = { ...carton, pack_type: 'mixed', qty: 200, quantities }
    const [sheet] = await markSheets({ ...cartons, kind: 'carton_mark', marks: cartonMarks(line, 1, 1) })
    const bars = sheet?.items.filter((item) => item.kind === 'barcode')[1]
    for (const item of sheet?.items ?? [])
      if (item.kind === 'text' && item.text.includes('Extra')) expect(item.y).toBeLessThan(bars?.y ?? 0)
  })

  it('are printed as PDF with real text', async () => {
    const { pages, text, tags } = readPdf(await marksPdf(tickets))
    expect(pages).toHaveLength(2)
    expect(text).toContain('£29.99')
    expect(tags.Figure).toBe(2)
  })

  it('are drawn as SVG with letters as outlines and texts escaped', async () => {
    const svg = (await markSvg({ ...tickets, title: '<A & B>' })).toString('utf8')
    expect(svg).toContain('<title>&#60;A &#38; B&#62;</title>')
    expect(svg).not.toContain('<text')
    expect(svg).toMatch(/width="127\.559pt" height="226\.772pt"/)
  })
})

/** What a scanner reads from the widths of bars and spaces, by the tables of the standard. */
const readEan13 = ({ bars, width }: BarPattern): string => {
  const modules = Array.from({ length: width }, (_, x) =>
    bars.some((bar) => x >= bar.x && x < bar.x + bar.width) ? '1' : '0',
  ).join('')
  const left = [
    '0001101',
    '0011001',
    '0010011',
    '0111101',
    '0100011',
    '0110001',
    '0101111',
    '0111011',
    '0110111',
    '0001011',
  ]
  const right = left.map((code) => code.replace(/./g, (bit) => (bit === '1' ? '0' : '1')))
  const even = right.map((code) => [...code].reverse().join(''))
  const parities = ['000000', '001011', '001101', '001110', '010011', '011001', '011100', '010101', '010110', '011010']
  const digitAt = (start: number) => modules.slice(start, start + 7)
  const halves = [0, 1, 2, 3, 4, 5].map((at) => digitAt(3 + at * 7))
  const parity = halves.map((code) => (left.includes(code) ? '0' : '1')).join('')
  return [
    parities.indexOf(parity),
    ...halves.map((code) => Math.max(left.indexOf(code), even.indexOf(code))),
    ...[0, 1, 2, 3, 4, 5].map((at) => right.indexOf(digitAt(50 + at * 7))),
  ].join('')
}
