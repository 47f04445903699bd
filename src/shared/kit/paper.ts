import type { LineDrawing } from './drawing'
import type { Language } from './text'

/** The content of a printed document and its order; the renderer decides the layout. */
export interface Paper {
  /** Names the document among others, for a window's or a file's title. */
  title: string
  /** The language of its values; labels may be in several. */
  language: Language
  heading: string
  /** The number of the document and its state, below the heading. */
  reference: string
  /** The supplier's or retailer's block, at the other edge of the head. */
  owner: readonly string[]
  blocks: readonly PaperBlock[]
  /** Sheets lie in any case, for tables that are read across; otherwise where one is too wide to stand. */
  isLandscape?: boolean
  /** `airy`: a band behind the head and wide spaces. `dense`: small letters and narrow spaces, for many rows. */
  look?: 'airy' | 'dense'
}

export type PaperBlock =
  | { kind: 'facts'; title?: string; facts: readonly PaperFact[] }
  | { kind: 'table'; columns: readonly PaperColumn[]; rows: readonly (readonly PaperCell[])[] }
  /** Belongs to the table before it. */
  | { kind: 'total'; text: string }
  /** Amounts below each other at the right edge, on the sheet of the last row of the table before them. */
  | { kind: 'sums'; sums: readonly PaperSum[] }
  | { kind: 'notes'; title: string; text: string }
  /** Side by side, as many in a row as can be read. */
  | { kind: 'figures'; title: string; figures: readonly PaperFigure[] }
  /** A place to sign for each; where somebody has signed on a device, what they drew. */
  | { kind: 'signatures'; names: readonly string[]; drawings?: readonly (LineDrawing | null)[] }

export interface PaperFact {
  name: string
  label: string
  /** The first line is the value; the others are details of it. */
  lines: readonly string[]
}

export interface PaperSum {
  label: string
  value: string
  isStrong?: boolean
}

/** A drawing, or the picture in its place, with what is said about it; the words stand alone where both are absent. */
export interface PaperFigure {
  title: string
  /** A line for each language. */
  names: readonly string[]
  texts: readonly string[]
  drawing?: LineDrawing
  /** The file of a raster picture: WebP, PNG or JPEG. */
  picture?: Uint8Array
}

export interface PaperColumn {
  /** A line for each language. */
  title: readonly string[]
  /** Numbers are right-aligned, dates are not wrapped, and `main` takes the remaining width. */
  kind: 'number' | 'main' | 'text' | 'date'
}

/** Lines of a cell; in a column of the kind `main` the first is bold. */
export type PaperCell = readonly string[]

/** Formats texts of one language. */
export interface PaperLanguageFormat {
  language: Language
  say(key: string, params?: Record<string, string | number>): string
}

/** The languages of a paper: labels in all of them, values in the first. */
export type PaperLanguageFormats = readonly [PaperLanguageFormat, ...PaperLanguageFormat[]]
