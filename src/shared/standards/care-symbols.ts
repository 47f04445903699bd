import type { Language } from '#shared/kit/text.ts'
import { type CareCode, type CareFamily, careFamilies } from './care-codes'

/** A path of a drawing. `d` has only absolute `M`, `L`, `C` and `Z`, which PDF has too. */
export interface DrawnPath {
  d: string
  /** Filled instead of stroked. */
  fill?: boolean
  /** Width of the stroke (`lineWidth`). */
  strokeWidth?: number
}

/** A drawing in a box of 24 × 24 units; the y axis points down. */
export interface CareDrawing {
  viewBox: readonly [x: number, y: number, width: number, height: number]
  paths: readonly DrawnPath[]
  /** Letters or a temperature in bold sans serif, centred on `x`, with the baseline at `y`. */
  text?: { value: string; x: number; y: number; size: number }
}

export interface CareSymbol {
  code: CareCode
  family: CareFamily
  /** The meaning of the symbol, also used as text alternative. */
  meaning: Readonly<Record<Language, string>>
  drawing: CareDrawing
}

/** Default width of a stroke; ends and joins are round. */
export const lineWidth = 1.4

/**
 * Original drawings for the treatments of ISO 3758:2023. The symbols licensed by GINETEX are trademarks: labels with
 * those need its agreement and uploaded artwork.
 */
const drawn = (paths: readonly DrawnPath[], text?: CareDrawing['text']): CareDrawing => ({
  viewBox: [0, 0, 24, 24],
  paths,
  ...(text ? { text } : {}),
})

const line = (x1: number, y1: number, x2: number, y2: number): DrawnPath => ({ d: `M${x1} ${y1} L${x2} ${y2}` })

/** A circle of four Bézier curves; the factor places their handles for the best approximation. */
const circlePath = (x: number, y: number, radius: number): string => {
  const handle = Math.round(radius * 0.5523 * 1000) / 1000
  return [
    `M${x - radius} ${y}`,
    `C${x - radius} ${y - handle} ${x - handle} ${y - radius} ${x} ${y - radius}`,
    `C${x + handle} ${y - radius} ${x + radius} ${y - handle} ${x + radius} ${y}`,
    `C${x + radius} ${y + handle} ${x + handle} ${y + radius} ${x} ${y + radius}`,
    `C${x - handle} ${y + radius} ${x - radius} ${y + handle} ${x - radius} ${y} Z`,
  ].join(' ')
}

const cross: readonly DrawnPath[] = [line(3, 3.5, 21, 20.5), line(21, 3.5, 3, 20.5)]

/** Bars under a symbol: one for mild treatment, two for very mild. */
const bars = (count: 0 | 1 | 2): readonly DrawnPath[] => [20.8, 23.1].slice(0, count).map((y) => line(5.5, y, 18.5, y))

/** Dots side by side; more dots mean more heat. */
const dots = (count: number, y: number, middle = 12): readonly DrawnPath[] =>
  Array.from({ length: count }, (_, at) => ({
    d: circlePath(Math.round((middle + (at - (count - 1) / 2) * 3.6) * 100) / 100, y, 1.1),
    fill: true,
  }))

const basin: DrawnPath = { d: 'M2.5 5.5 L5 18 L19 18 L21.5 5.5' }
const tub: readonly DrawnPath[] = [basin, line(3.1, 8.6, 20.9, 8.6)]
/** The hand in the tub. */
const handTub: readonly DrawnPath[] = [
  basin,
  { d: 'M18.6 1.6 L12.6 4.4 L8.2 10.2 C7.8 10.9 8.7 11.7 9.4 11.1 L12.4 8.4' },
  { d: 'M12.4 8.4 L9.4 13.2 C8.9 14.1 10.2 14.9 10.9 14.1 L15.4 8.8 L20 4.4' },
]
const temperature = (value: string) => ({ value, x: 12, y: 16.1, size: 6.6 })
const washAt = (degrees: string, barCount: 0 | 1 | 2) => drawn([...tub, ...bars(barCount)], temperature(degrees))

const triangle: DrawnPath = { d: 'M12 3.5 L21.5 20 L2.5 20 Z' }

const square: DrawnPath = { d: 'M3.5 3.5 L20.5 3.5 L20.5 20.5 L3.5 20.5 Z' }
const drum: readonly DrawnPath[] = [square, { d: circlePath(12, 12, 6.6) }]

/**
 * Lines in the square for natural drying: vertical for line drying, horizontal for flat drying; two lines mean dripping
 * wet.
 */
const natural = (isUpright: boolean, count: 1 | 2, isInShade: boolean): CareDrawing => {
  const offsets = count === 1 ? [12.6] : [10.8, 14.4]
  const lines = offsets.map((offset) => (isUpright ? line(offset, 8.6, offset, 17.4) : line(7, offset, 17.4, offset)))
  const shade = isInShade ? [line(3.5, 7.2, 7.2, 3.5), line(3.5, 10.4, 10.4, 3.5)] : []
  return drawn([square, ...lines, ...shade])
}

const ironBody: readonly DrawnPath[] = [
  { d: 'M2.5 18.5 L5 13.5 C5.8 11.6 7.4 10.6 9.6 10.6 L19.6 10.6 L21.5 18.5 Z' },
  { d: 'M8.6 6.2 L17.6 6.2 C18.6 6.2 19.1 6.8 19.3 7.8 L19.6 10.6' },
]
const steam: readonly DrawnPath[] = [
  line(9, 20.4, 9, 23.2),
  line(15, 20.4, 15, 23.2),
  line(7.4, 20.2, 16.6, 23.4),
  line(16.6, 20.2, 7.4, 23.4),
].map((path) => ({ ...path, strokeWidth: 1 }))

const ring: DrawnPath = { d: circlePath(12, 11, 8) }
const letterIn = (value: string, barCount: 0 | 1 | 2): CareDrawing =>
  drawn([ring, ...bars(barCount)], { value, x: 12, y: 14.4, size: 9.4 })

type Meaning = readonly [en: string, zh: string]
type Entry = readonly [code: CareCode, en: string, zh: string, drawing: CareDrawing]

const washed = (degrees: string, barCount: 0 | 1 | 2): Meaning => [
  [
    `Wash at ${degrees} °C or below`,
    `Wash at ${degrees} °C or below, mild`,
    `Wash at ${degrees} °C or below, very mild`,
  ][barCount] ?? '',
  [`水洗，最高${degrees}℃`, `水洗，最高${degrees}℃，缓和`, `水洗，最高${degrees}℃，非常缓和`][barCount] ?? '',
]

const machineWash = (code: CareCode<'wash'>, degrees: string, barCount: 0 | 1 | 2): Entry => [
  code,
  ...washed(degrees, barCount),
  washAt(degrees, barCount),
]

const entries: Readonly<Record<CareFamily, readonly Entry[]>> = {
  wash: [
    machineWash('W95', '95', 0),
    machineWash('W70', '70', 0),
    machineWash('W60', '60', 0),
    machineWash('W60M', '60', 1),
    machineWash('W50', '50', 0),
    machineWash('W50M', '50', 1),
    machineWash('W40', '40', 0),
    machineWash('W40M', '40', 1),
    machineWash('W40V', '40', 2),
    machineWash('W30', '30', 0),
    machineWash('W30M', '30', 1),
    machineWash('W30V', '30', 2),
    ['WH', 'Hand wash at 40 °C or below', '手洗，最高40℃', drawn(handTub)],
    [
      'WHA',
      'Hand wash in water at ambient temperature',
      '常温手洗',
      drawn(handTub, { value: 'A', x: 15.4, y: 16.4, size: 5.6 }),
    ],
    ['WN', 'Do not wash', '不可水洗', drawn([...tub, ...cross])],
  ],
  bleach: [
    ['BA', 'Any bleach allowed', '可漂白', drawn([triangle])],
    [
      'BO',
      'Oxygen bleach only, no chlorine',
      '仅可氧漂，不可氯漂',
      drawn([triangle, line(9.2, 20, 14.4, 7.8), line(13.8, 20, 17, 12.4)]),
    ],
    ['BN', 'Do not bleach', '不可漂白', drawn([triangle, ...cross])],
  ],
  tumble: [
    ['TN', 'Tumble dry, normal temperature', '可翻转干燥，常规温度', drawn([...drum, ...dots(2, 12)])],
    ['TL', 'Tumble dry, low temperature', '可翻转干燥，较低温度', drawn([...drum, ...dots(1, 12)])],
    ['TX', 'Do not tumble dry', '不可翻转干燥', drawn([...drum, ...cross])],
  ],
  natural_dry: [
    ['DL', 'Line dry', '悬挂晾干', natural(true, 1, false)],
    ['DDL', 'Drip line dry', '悬挂滴干', natural(true, 2, false)],
    ['DF', 'Dry flat', '平摊晾干', natural(false, 1, false)],
    ['DDF', 'Drip dry flat', '平摊滴干', natural(false, 2, false)],
    ['DLS', 'Line dry in the shade', '阴凉处悬挂晾干', natural(true, 1, true)],
    ['DDLS', 'Drip line dry in the shade', '阴凉处悬挂滴干', natural(true, 2, true)],
    ['DFS', 'Dry flat in the shade', '阴凉处平摊晾干', natural(false, 1, true)],
    ['DDFS', 'Drip dry flat in the shade', '阴凉处平摊滴干', natural(false, 2, true)],
  ],
  iron: [
    ['I200', 'Iron at 200 °C or below', '熨烫，最高200℃', drawn([...ironBody, ...dots(3, 14.8, 12.6)])],
    ['I150', 'Iron at 150 °C or below', '熨烫，最高150℃', drawn([...ironBody, ...dots(2, 14.8, 12.6)])],
    [
      'I110',
      'Iron at 110 °C or below, no steam',
      '熨烫，最高110℃，不可用蒸汽',
      drawn([...ironBody, ...dots(1, 14.8, 12.6)]),
    ],
    ['INS', 'Iron without steam', '熨烫，不可用蒸汽', drawn([...ironBody, ...steam])],
    ['IN', 'Do not iron', '不可熨烫', drawn([...ironBody, ...cross])],
  ],
  dry_clean: [
    ['P', 'Dry clean, all usual solvents', '可专业干洗（四氯乙烯等溶剂）', letterIn('P', 0)],
    ['PM', 'Dry clean, all usual solvents, mild', '可专业干洗（四氯乙烯等溶剂），缓和', letterIn('P', 1)],
    ['F', 'Dry clean, hydrocarbon solvents', '可专业干洗（碳氢溶剂）', letterIn('F', 0)],
    ['FM', 'Dry clean, hydrocarbon solvents, mild', '可专业干洗（碳氢溶剂），缓和', letterIn('F', 1)],
    ['PN', 'Do not dry clean', '不可干洗', drawn([ring, ...cross])],
  ],
  wet_clean: [
    ['WC', 'Professional wet clean', '可专业湿洗', letterIn('W', 0)],
    ['WCM', 'Professional wet clean, mild', '可专业湿洗，缓和', letterIn('W', 1)],
    ['WCV', 'Professional wet clean, very mild', '可专业湿洗，非常缓和', letterIn('W', 2)],
    ['WCN', 'Do not wet clean', '不可湿洗', drawn([ring, ...cross], { value: 'W', x: 12, y: 14.4, size: 9.4 })],
  ],
}

/** All symbols, in label order. */
export const careSymbols: readonly CareSymbol[] = careFamilies.flatMap((family) =>
  entries[family].map(([code, en, zh, drawing]) => ({ code, family, meaning: { en, zh }, drawing })),
)

const byCode: ReadonlyMap<string, CareSymbol> = new Map(careSymbols.map((symbol) => [symbol.code, symbol]))

/** The symbol with this code; undefined for any other text. */
export const careSymbolOf = (code: string | null | undefined): CareSymbol | undefined => byCode.get(code ?? '')

/** The codes of a care instruction, by family; a family without a code is empty. */
export type CareChoice = { readonly [F in CareFamily]?: string | null }

/** The chosen symbols, in label order. */
export const careLine = (choice: CareChoice): CareSymbol[] =>
  careFamilies.flatMap((family) => careSymbolOf(choice[family]) ?? [])
