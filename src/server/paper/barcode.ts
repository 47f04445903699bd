import type { RawOptions } from 'bwip-js/node'
import type { Bar, SheetBarcode, Symbology } from '#shared/trade/print-sheet.ts'

/** A barcode in modules, its narrowest bars, with the width and height that its bars take. */
export interface BarPattern {
  symbology: Symbology
  value: string
  width: number
  /** Of a square pattern, its side; bars of the others are as high as they are drawn. */
  height: number | null
  bars: readonly PatternBar[]
}

interface PatternBar {
  x: number
  width: number
  /** Of a square pattern. */
  y?: number
  /** A bar that reaches below the others, between the digits that people read. */
  isGuard?: boolean
}

/** Empty modules that scanners need at the left and the right. */
export const quietZones: Readonly<Record<Symbology, readonly [left: number, right: number]>> = {
  ean13: [11, 7],
  itf14: [10, 10],
  code128: [10, 10],
  'gs1-128': [10, 10],
  qrcode: [4, 4],
}

/**
 * Makes patterns; the encoder is loaded with the first of them. A number with a wrong check digit is refused. GS1-128 is
 * given its application identifiers in brackets, `(00)376104250021234569`, and has FNC1 after the start character.
 */
export const loadEncoder = async () => {
  // Among the named exports `raw` is a symbology.
  const {
    default: { raw },
  } = await import('bwip-js/node')
  return (symbology: Symbology, value: string): BarPattern => {
    const [symbol] = raw({ bcid: symbology, text: value, ...options[symbology] } as RawOptions)
    if (!symbol) throw new Error(`no ${symbology} of ${value}`)
    return 'pixs' in symbol ? squarePattern(symbology, value, symbol) : linearPattern(symbology, value, symbol)
  }
}
export type Encoder = Awaited<ReturnType<typeof loadEncoder>>

const options: Partial<Record<Symbology, object>> = { qrcode: { eclevel: 'M' } }

/** GS1 prints wide bars of ITF-14 two and a half times as wide as narrow ones. */
const wide = 2.5

const linearPattern = (symbology: Symbology, value: string, { sbs, bbs }: { sbs: number[]; bbs: number[] }) => {
  const bars: PatternBar[] = []
  let x = 0
  for (const [at, modules] of sbs.entries()) {
    const width = symbology === 'itf14' && modules === 2 ? wide : modules
    // Bars and spaces take turns.
    if (at % 2 === 0) bars.push({ x, width, isGuard: (bbs[at / 2] ?? 0) < 0 })
    x += width
  }
  const last = bars.at(-1)
  return { symbology, value, width: last ? last.x + last.width : 0, height: null, bars }
}

const squarePattern = (symbology: Symbology, value: string, { pixs, pixx, pixy }: Pixels): BarPattern => {
  const bars: PatternBar[] = []
  for (let y = 0; y < pixy; y += 1)
    for (let x = 0; x < pixx; ) {
      let end = x
      while (end < pixx && pixs[y * pixx + end] === 1) end += 1
      if (end > x) bars.push({ x, y, width: end - x })
      x = Math.max(end, x + 1)
    }
  return { symbology, value, width: pixx, height: pixy, bars }
}
interface Pixels {
  pixs: number[]
  pixx: number
  pixy: number
}

/** A pattern at its place, `module` points wide each; guard bars reach by `guard` below the others. */
export const placedBarcode = (
  { symbology, value, width, height, bars }: BarPattern,
  at: { x: number; y: number; module: number; height: number; guard?: number },
): SheetBarcode => {
  const { x, y, module, guard = 0 } = at
  const tall = height === null ? at.height : height * module
  return {
    kind: 'barcode',
    ...{ symbology, value, x, y },
    width: width * module,
    height: tall,
    bars: bars.map(
      (bar): Bar => [
        bar.x * module,
        (bar.y ?? 0) * module,
        bar.width * module,
        bar.y === undefined ? tall - (bar.isGuard ? 0 : guard) : module,
      ],
    ),
  }
}
