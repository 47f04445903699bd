/** A sheet that is printed in true size, with the position of every item in points from the upper left corner. */
export interface PrintSheet {
  width: number
  height: number
  items: readonly SheetItem[]
}

export type SheetItem = SheetText | SheetSymbol | SheetBarcode | SheetRule

/** A line of text; `y` is its baseline. */
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

/** A barcode as black rectangles; its human-readable text is a separate item. */
export interface SheetBarcode {
  kind: 'barcode'
  symbology: Symbology
  /** The encoded value. */
  value: string
  x: number
  y: number
  width: number
  height: number
  /** Positions relative to the corner of the barcode. */
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
 * Symbologies of barcodes on marks: for items, cartons, any text, GS1 element strings such as a shipping container
 * code, and QR codes for phones.
 */
export const symbologies = ['ean13', 'itf14', 'code128', 'gs1-128', 'qrcode'] as const
export type Symbology = (typeof symbologies)[number]

/** A black rectangle. */
export type Bar = readonly [x: number, y: number, width: number, height: number]

/** Converts millimetres to points of 1/72 inch. */
export const pointsOf = (millimetres: number): number => (millimetres * 72) / 25.4
/** Converts points to millimetres. */
export const millimetresOf = (points: number): number => (points * 25.4) / 72
