import type { LineDrawing } from './drawing'
import type { Language } from './text'

/** The content of a printed document, in order. The renderer in `server/paper` decides the layout. */
export interface Paper {
  /** The title of the PDF, shown by viewers. */
  title: string
  /** The language of the values; labels may be in several languages. */
  language: Language
  heading: string
  /** The line below the heading: the document's number and status. */
  reference: string
  /** Name and address of the issuing supplier or retailer, opposite the heading; one entry for each line. */
  owner: readonly string[]
  blocks: readonly PaperBlock[]
  /** Always landscape. By default the renderer chooses landscape only if a table is too wide for portrait. */
  isLandscape?: boolean
  /**
   * `airy`: a coloured band behind the head and wide spacing. `dense`: small type and narrow spacing, for many rows.
   */
  look?: 'airy' | 'dense'
}

export type PaperBlock =
  | { kind: 'facts'; title?: string; facts: readonly PaperFact[] }
  | { kind: 'table'; columns: readonly PaperColumn[]; rows: readonly (readonly PaperCell[])[] }
  /** A total line of the table before it. */
  | { kind: 'total'; text: string }
  /** Amounts in a column at the right edge, kept on the same page as the last row of the table before them. */
  | { kind: 'sums'; sums: readonly PaperSum[] }
  | { kind: 'notes'; title: string; text: string }
  /** Figures in rows, as many side by side as stay legible. */
  | { kind: 'figures'; title: string; figures: readonly PaperFigure[] }
  /** A signature field for each name; `drawings` are the signatures that people drew on a device, by the same index. */
  | { kind: 'signatures'; names: readonly string[]; drawings?: readonly (LineDrawing | null)[] }

export interface PaperFact {
  name: string
  label: string
  /** The value, then any details of it, one entry for each line. */
  lines: readonly string[]
}

export interface PaperSum {
  label: string
  value: string
  isStrong?: boolean
}

/** A picture or drawing with its caption; `picture` takes precedence. Without either only the caption is printed. */
export interface PaperFigure {
  title: string
  /** The name in each language, one entry for each line. */
  names: readonly string[]
  texts: readonly string[]
  drawing?: LineDrawing
  /** The content of a WebP, PNG or JPEG file. */
  picture?: Uint8Array
}

export interface PaperColumn {
  /** The title in each language, one entry for each line. */
  title: readonly string[]
  /** Numbers are right-aligned, dates are not wrapped, and `main` takes the remaining width. */
  kind: 'number' | 'main' | 'text' | 'date'
}

/** The lines of a cell; in a `main` column the first is bold. */
export type PaperCell = readonly string[]

/** Renders the texts of a paper in one language. */
export interface PaperLanguageFormat {
  language: Language
  /** The text of a locale key. */
  say(key: string, params?: Record<string, string | number>): string
}

/** The languages of a paper: labels are printed in all of them, values in the first. */
export type PaperLanguageFormats = readonly [PaperLanguageFormat, ...PaperLanguageFormat[]]
