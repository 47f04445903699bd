import type { RawOptions } from 'bwip-js/node'
import type { Bar, SheetBarcode, Symbology } from '#shared/trade/print-sheet.ts'

/** A barcode with lengths in modules; a module is the width of its narrowest bar. */
export interface BarPattern {
  symbology: Symbology
  value: string
  width: number
  /** The height of a two-dimensional code; null for linear codes, whose height is chosen when they are placed. */
  height: number | null
  bars: readonly PatternBar[]
}

interface PatternBar {
  x: number
  width: number
  /** Only in two-dimensional codes. */
  y?: number
  /** A guard bar, which reaches below the other bars between the printed digits. */
  isGuard?: boolean
}

/** The quiet zones that scanners need at the left and right, in modules. */
export const quietZones: Readonly<Record<Symbology, readonly [left: number, right: number]>> = {
  ean13: [11, 7],
  itf14: [10, 10],
  code128: [10, 10],
  'gs1-128': [10, 10],
  qrcode: [4, 4],
}

/**
 * Loads the encoder and returns a function that encodes values. It throws for a wrong check digit. Values of GS1-128 have
 * application identifiers in brackets, such as `(00)376104250021234569`.
 */
export const loadEncoder = async () => {
  // The named export `raw` is a symbology; the function is on the default export.
  const {
    default: { raw },
  } = await import('bwip-js/node')
  return (symbology: Symbology, value: string): BarPattern => {
    const [symbol] = raw({ bcid: symbology, text: value, ...options[symbology] } as RawOptions)
    if (!symbol) throw new Error(`The value ${value} cannot be encoded as ${symbology}`)
    return 'pixs' in symbol ? squarePattern(symbology, value, symbol) : linearPattern(symbology, value, symbol)
  }
}
export type Encoder = Awaited<ReturnType<typeof loadEncoder>>

const options: Partial<Record<Symbology, object>> = { qrcode: { eclevel: 'M' } }

/** GS1 prescribes 2.5 as the ratio of wide to narrow bars in ITF-14. */
const wide = 2.5

const linearPattern = (symbology: Symbology, value: string, { sbs, bbs }: { sbs: number[]; bbs: number[] }) => {
  const bars: PatternBar[] = []
  let x = 0
  for (const [index, modules] of sbs.entries()) {
    const width = symbology === 'itf14' && modules === 2 ? wide : modules
    // Bars and spaces alternate.
    if (index % 2 === 0) bars.push({ x, width, isGuard: (bbs[index / 2] ?? 0) < 0 })
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

/** Places a pattern on a sheet with modules of `module` points; guard bars reach `guard` points below the others. */
export const placedBarcode = (
  { symbology, value, width, height, bars }: BarPattern,
  position: { x: number; y: number; module: number; height: number; guard?: number },
): SheetBarcode => {
  const { x, y, module, guard = 0 } = position
  const totalHeight = height === null ? position.height : height * module
  return {
    kind: 'barcode',
    ...{ symbology, value, x, y },
    width: width * module,
    height: totalHeight,
    bars: bars.map(
      (bar): Bar => [
        bar.x * module,
        (bar.y ?? 0) * module,
        bar.width * module,
        bar.y === undefined ? totalHeight - (bar.isGuard ? 0 : guard) : module,
      ],
    ),
  }
}
