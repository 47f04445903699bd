/** Something that is printed in its true size, with everything at its place, in points from its upper left corner. */
export interface PrintSheet {
  width: number
  height: number
  items: readonly SheetItem[]
}

export type SheetItem = SheetText | SheetSymbol | SheetBarcode | SheetRule

/** A line of text: `y` is its baseline. */
export interface SheetText {
  kind: 'text'
  text: string
  language: string | null
  x: number
  y: number
  width: number
  size: number
  isStrong: boolean
}

/** A care symbol in a square of `size`. */
export interface SheetSymbol {
  kind: 'symbol'
  code: string
  x: number
  y: number
  size: number
}

/** A barcode as black rectangles; what people read beside them are texts of their own. */
export interface SheetBarcode {
  kind: 'barcode'
  symbology: Symbology
  /** What a scanner reads. */
  value: string
  x: number
  y: number
  width: number
  height: number
  /** From the corner of the barcode. */
  bars: readonly Bar[]
}

/** A straight line, or the frame of a field. */
export interface SheetRule {
  kind: 'rule'
  x: number
  y: number
  width: number
  height: number
}

/**
 * Barcodes that marks carry: of an item, of a carton, of any text, of GS1 element strings such as a shipping container
 * code, and one that telephones read.
 */
export const symbologies = ['ean13', 'itf14', 'code128', 'gs1-128', 'qrcode'] as const
export type Symbology = (typeof symbologies)[number]

/** A black rectangle: from the left, from above, width, height. */
export type Bar = readonly [x: number, y: number, width: number, height: number]

/** Millimetres as points of 1/72 inch. */
export const pointsOf = (millimetres: number): number => (millimetres * 72) / 25.4
/** Points as millimetres. */
export const millimetresOf = (points: number): number => (points * 25.4) / 72
