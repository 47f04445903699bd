import { describe, expect, it } from 'vitest'
import { layOutLabel } from '#server/paper/label/layout.ts'
import { labelPdf, sheetsOf } from '#server/paper/label/pdf.ts'
import type { GarmentLabel, LabelSection } from '#shared/trade/garment-label.ts'
import type { LabelItem } from '#shared/trade/label-sheet.ts'
import { millimetresOf, pointsOf } from '#shared/trade/print-sheet.ts'
import { readPdf } from '../kit/pdf'

const format = { width_mm: 30, font_pt: 6, seam_mm: 6 }
const section = (part: LabelSection['part'], ...lines: LabelSection['lines']): LabelSection => ({
  part,
  lines,
  symbols: [],
})
const symbols = (...codes: string[]): LabelSection => ({ part: 'care_symbols', lines: [], symbols: codes })

const australian: GarmentLabel = {
  size: 'M',
  sections: [
    section('brand', { language: null, text: 'Harbour & Pine' }),
    section('size', { language: null, text: 'Size M' }),
    section('composition', { language: 'en', text: '60% cotton 40% polyester' }),
    section('care_text', {
      language: 'en',
      text: 'Cold machine wash, 30 °C maximum. Do not bleach. Do not tumble dry. Warm iron. Do not dry clean.',
    }),
    symbols('W30', 'BN', 'TX', 'I150', 'PN'),
    section('origin', { language: 'en', text: 'Made in China' }),
    section('article', { language: null, text: 'Style KN-100' }),
  ],
}
const chinese: GarmentLabel = {
  size: '165/88A',
  sections: [
    section('brand', { language: null, text: 'Harbour & Pine' }),
    section('product_name', { language: 'zh', text: '品名：圆领毛衫' }),
    section('article', { language: null, text: '货号：KN-100' }),
    section('size', { language: null, text: '尺码：165/88A' }),
    section(
      'composition',
      { language: 'zh', text: '面料：棉60% 聚酯纤维40%' },
      { language: 'zh', text: '填充物：聚酯纤维100%' },
    ),
    symbols('W40M', 'BO', 'TL', 'DFS', 'I110', 'PM', 'WCM'),
    section('care_text', {
      language: 'zh',
      text: '最高洗涤温度40℃，缓和程序。仅可氧漂。可低温翻转干燥。阴凉处平摊晾干。最高熨烫温度110℃。',
    }),
    section('standard', { language: null, text: '执行标准：FZ/T 73020-2019' }),
    section('safety_category', { language: null, text: '安全类别：GB 18401 B类' }),
    section('product_grade', { language: null, text: '产品等级：合格品' }),
    section('origin', { language: 'zh', text: '中国制造' }),
    section('importer', { language: null, text: '进口商：海松贸易（上海）有限公司 上海市静安区南京西路1266号' }),
  ],
}
const canadian: GarmentLabel = {
  size: 'L',
  sections: [
    section('size', { language: null, text: 'L' }),
    section(
      'composition',
      { language: 'en', text: '60% cotton 40% polyester' },
      { language: 'fr', text: '60% coton 40% polyester' },
    ),
  ],
}

const order = (...labels: GarmentLabel[]) => ({ labels, format, title: 'Label KN-100', language: 'en-AU' })
/** Half a point a letter: enough to see where things stand. */
const widths = (text: string) => text.length / 2
const texts = (items: readonly LabelItem[]) => items.flatMap((item) => (item.kind === 'text' ? [item] : []))

describe('where things stand on a label', () => {
  const sheet = layOutLabel(australian, format, widths)

  it('nothing reaches into the seam or over the edges', () => {
    const left = pointsOf(2) - 0.01
    for (const item of sheet.items) {
      const width = item.kind === 'text' ? item.width : item.size
      const top = item.kind === 'text' ? item.y - item.size : item.y
      expect(item.x).toBeGreaterThanOrEqual(left)
      expect(item.x + width).toBeLessThanOrEqual(sheet.width - left)
      expect(top).toBeGreaterThanOrEqual(pointsOf(8) - 0.01)
      expect(item.y).toBeLessThan(sheet.height - left)
    }
  })

  it('is as wide as the tape and as long as its content in whole millimetres', () => {
    expect(millimetresOf(sheet.width)).toBeCloseTo(30)
    expect(millimetresOf(sheet.height) % 1).toBeCloseTo(0)
    expect(layOutLabel(canadian, format, widths).height).toBeLessThan(sheet.height)
  })

  it('the parts follow each other in their order', () => {
    const tops = ['Harbour & Pine', 'Size M', 'Made in China', 'Style KN-100'].map(
      (text) => texts(sheet.items).find((item) => item.text === text)?.y ?? 0,
    )
    expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  })

  it('symbols stand beside each other, and more of them on a second row', () => {
    const rowsOf = (label: GarmentLabel) => {
      const { items } = layOutLabel(label, format, widths)
      return new Set(items.flatMap((item) => (item.kind === 'symbol' ? [item.y] : []))).size
    }
    expect(rowsOf(australian)).toBe(1)
    expect(rowsOf(chinese)).toBe(2)
  })

  it('several languages stand behind their codes, beneath each other', () => {
    const items = texts(layOutLabel(canadian, format, widths).items)
    expect(items.filter(({ x }) => Math.abs(x - pointsOf(2)) < 0.01).map(({ text }) => text)).toEqual(['EN', 'FR'])
    const [english, french] = items.filter(({ text }) => text.startsWith('60%'))
    expect(english?.x).toBe(french?.x)
  })
})

describe('labels as a PDF', () => {
  it('have pages of their true size, in 1/72 inch', async () => {
    const file = (await labelPdf(order(australian, canadian))).toString('latin1')
    const boxes = [...file.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => [
      Number(width),
      Number(height),
    ])
    const expected = sheetsOf(order(australian, canadian)).map(({ width, height }) => [width, height])
    expect(boxes).toHaveLength(2)
    for (const [at, [width = 0, height = 0]] of boxes.entries()) {
      expect(width).toBeCloseTo((30 * 72) / 25.4, 1)
      expect(height).toBeCloseTo(expected[at]?.[1] ?? 0, 1)
    }
  })

  it('say everything in text of embedded fonts, Chinese too', async () => {
    const file = await labelPdf({ ...order(chinese), language: 'zh-CN' })
    const { text, title, language } = readPdf(file)
    for (const said of [
      '品名：圆领毛衫',
      '面料：棉60%',
      '聚酯纤维40%',
      '安全类别：GB 18401 B类',
      '中国制造',
      'Harbour & Pine',
    ])
      expect(text).toContain(said)
    expect([title, language]).toEqual(['Label KN-100', 'zh-CN'])
    const raw = file.toString('latin1')
    const descriptors = raw.match(/\/Type \/FontDescriptor/g) ?? []
    expect(descriptors.length).toBeGreaterThan(1)
    expect(raw.match(/\/FontFile[23]? \d+ 0 R/g)).toHaveLength(descriptors.length)
    expect(raw).toMatch(/\/FontName \/[A-Z]{6}\+NotoSans/)
  })

  it('draw symbols as vectors with what they mean, no picture among them', async () => {
    const file = (await labelPdf(order(australian))).toString('latin1')
    expect(file).not.toContain('/Subtype /Image')
    expect(file).toContain('/Alt (Do not bleach)')
  })
})
