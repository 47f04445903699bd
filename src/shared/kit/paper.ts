import type { Language } from './text'

/** A document as it stands on paper: what is said and in which order. Where it stands is for those who draw it. */
export interface Paper {
  /** Names the document among others, for a window's or a file's title. */
  title: string
  /** The language of its values; labels may stand in several. */
  language: Language
  heading: string
  /** The number of the document and its state, below the heading. */
  reference: string
  /** Whose document it is, at the other edge of the head. */
  owner: readonly string[]
  blocks: readonly PaperBlock[]
}

export type PaperBlock =
  | { kind: 'facts'; title?: string; facts: readonly PaperFact[] }
  | { kind: 'table'; columns: readonly PaperColumn[]; rows: readonly (readonly PaperCell[])[] }
  /** Belongs to the table before it. */
  | { kind: 'total'; text: string }
  | { kind: 'notes'; title: string; text: string }
  | { kind: 'signatures'; names: readonly string[] }

export interface PaperFact {
  name: string
  label: string
  /** The first is the value; more are details of it. */
  lines: readonly string[]
}

export interface PaperColumn {
  /** A line for each language. */
  title: readonly string[]
  /** Numbers stand at the right, dates are not broken, and `main` takes the room that is left. */
  kind: 'number' | 'main' | 'text' | 'date'
}

/** What stands in a cell, a line each; in a column of the kind `main` the first is strong. */
export type PaperCell = readonly string[]

/** Says texts of one language. */
export interface PaperLanguageFormat {
  language: Language
  say(key: string, params?: Record<string, string | number>): string
}

/** The languages of a paper: labels stand in all of them, values in the first. */
export type PaperLanguageFormats = readonly [PaperLanguageFormat, ...PaperLanguageFormat[]]
