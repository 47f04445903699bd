import type { LineDrawing } from '#shared/kit/drawing.ts'

/** The width of a text at a font size of one point. */
export type Widths = (text: string, isStrong: boolean) => number

/** A line of text with its position from the upper left corner of the sheet, in points. */
export interface Placed {
  text: string
  x: number
  /** The upper edge of the line. */
  y: number
  height: number
  size: number
  isStrong: boolean
  isGrey: boolean
}

/** An item on a sheet, with its role for screen readers. */
export type Item =
  | { role: 'heading' | 'subheading' | 'text' | 'furniture'; lines: Placed[] }
  /** A cell with its table, row and column. Repeated table heads have the role `furniture`. */
  | { role: 'head' | 'cell'; table: number; row: number; column: number; lines: Placed[] }
  | ({ role: 'figure'; x: number; y: number; width: number; height: number; alt: string } & FigureContent)
  | { role: 'rule'; x: number; y: number; width: number; weight: number; isGrey: boolean }
  /** A grey area behind the following items. */
  | { role: 'band'; x: number; y: number; width: number; height: number }

export type Sheet = Item[]

/** The content of a figure; a picture is fitted into its box. */
export type FigureContent = { drawing: LineDrawing } | { picture: Uint8Array }

/** The size of a sheet in points. */
export interface Format {
  width: number
  height: number
}
