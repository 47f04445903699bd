import decode from 'qr/decode.js'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { markSheets } from '#server/paper/mark/sheets.ts'
import { sheetSvg } from '#server/paper/sheet-svg.ts'
import { requestNoIn, sampleIdIn } from '#shared/trade/sample-address.ts'
import { type LabelledSample, sampleLabels } from '#shared/trade/sample-label.ts'

const sample = (changes: Partial<LabelledSample> = {}): LabelledSample => ({
  ...{ id: 7, request_no: 'SR-2026-000123', round: 2, type_en: 'Pre-production sample', type_zh: '产前样' },
  ...{ article: 'ALW1001 Slub crew-neck tee', colour: 'Navy 藏青', supplier: 'Golden Loom Garment' },
  ...{
    due_date: '2026-12-01',
    sizes: [
      { size: 'M', qty: 2 },
      { size: null, qty: 1 },
    ],
  },
  ...changes,
})
const order = (count: number, form: 'roll' | 'a4') => ({
  kind: 'sample_label' as const,
  marks: sampleLabels([sample({ sizes: [{ size: 'M', qty: count }] })], 'https://portal.example'),
  ...{ form, title: 'Labels', language: 'en' },
})

describe('labels of samples', () => {
  it('are one for each piece, numbered through all sizes', () => {
    expect(
      sampleLabels([sample()], 'https://portal.example').map(({ size, piece, pieces }) => [size, piece, pieces]),
    ).toEqual([
      ['M', 1, 3],
      ['M', 2, 3],
      [null, 3, 3],
    ])
  })

  it('have a code that leads to the page of the sample', async () => {
    const [sheet] = await markSheets(order(1, 'roll'))
    const { data, info } = await sharp(Buffer.from(sheetSvg(sheet as never, 'Label')), { density: 300 })
      .flatten({ background: '#fff' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const read = decode({ data: new Uint8Array(data), width: info.width, height: info.height })
    expect(sampleIdIn(read)).toBe(7)
    expect(read).toBe('https://portal.example/apps/sample_management/sample_detail/7')
  })

  it('stay within their place, on a roll and on sheets of 21', async () => {
    const millimetres = (points: number) => Math.round((points * 254) / 72) / 10
    const sheets = await markSheets(order(22, 'a4'))
    expect(sheets.map(({ width, height }) => [millimetres(width), millimetres(height)])).toEqual([
      [210, 297],
      [210, 297],
    ])
    const long = sample({
      article: 'Very long name '.repeat(20),
      supplier: '供应商'.repeat(40),
      type_en: 'Type '.repeat(30),
    })
    const [roll] = await markSheets({
      ...order(1, 'roll'),
      marks: sampleLabels([{ ...long, sizes: [{ size: 'XXXXL', qty: 1 }] }], 'https://portal.example'),
    })
    expect([millimetres(roll?.width ?? 0), millimetres(roll?.height ?? 0)]).toEqual([62, 38])
    for (const item of roll?.items ?? []) {
      if (item.kind !== 'text') continue
      expect([item.text, item.x + item.width <= (roll?.width ?? 0), item.y <= (roll?.height ?? 0)]).toEqual([
        item.text,
        true,
        true,
      ])
    }
  })

  it.each([
    ['https://portal.example/apps/sample_management/sample_detail/12', 12],
    [' http://localhost:3000/apps/sample_management/sample_detail/12?x=1 ', 12],
    ['https://portal.example/apps/sample_management/sample_detail/0', null],
    ['https://portal.example/apps/sample_management/sample_detail/12abc', null],
    ['https://portal.example/apps/sample_management/request-table/12', null],
    [`https://${'a'.repeat(100_000)}/apps/sample_management/sample_detail/12`, null],
    ['javascript:alert(1)', null],
    ['', null],
  ])('know their own address: %.60s', (scanned, id) => expect(sampleIdIn(scanned)).toBe(id))

  it.each([
    ['sr-2026-000123', 'SR-2026-000123'],
    [' ＳＲ－2026－000123 ', 'SR-2026-000123'],
    ['000123', null],
    ['SR-2026-1', null],
  ])('know numbers as people type them: %s', (typed, number) => expect(requestNoIn(typed)).toBe(number))
})
