import type { Encoding } from '#shared/delimited/decode.ts'
import type { DateForm, FormFit, NumberForm } from '#shared/delimited/forms.ts'
import type { Match } from '#shared/delimited/match.ts'
import type { Kind } from '#shared/kit/fields.ts'

/** An import as the API answers it. */
export interface ImportRecord {
  id: number
  /** The target of the file, by list name. */
  area: string
  file_name: string
  created_at: string
  status: ImportStatus
  /** `xlsx` for a workbook. */
  encoding: Encoding | 'xlsx'
  delimiter: string
  /** For a workbook: its sheets, and the one that was read. */
  sheets: string[]
  sheet: string | null
  row_count: number
  columns: FileColumn[]
  settings: ImportSettings
  progress_done: number
  progress_total: number
  started_at: string | null
  failure: string | null
  fields: { path: string; needed: boolean; key: boolean }[]
  suggestions: Suggestion[]
  earlier: EarlierMapping | null
  /** Open questions by field path. */
  questions: Record<string, string[]>
  options: { name: string; kind: Kind; values: readonly string[] }[]
  missing: MissingValues[]
  counts: ImportCounts | null
}

/**
 * `reading` while it is uploaded, `mapping` until all columns are chosen, `checking` and `writing` while a worker runs,
 * `checked` once the preview is complete, then `done` or `failed`.
 */
export type ImportStatus = 'reading' | 'mapping' | 'checking' | 'checked' | 'writing' | 'done' | 'failed'

/** A column that probably holds a field. */
export type Suggestion = Match & { column: number }

/** A column of the file and what its values look like. */
export interface FileColumn {
  heading: string
  /** The first few different values. */
  samples: string[]
  /** How many rows have a value. */
  filled: number
  /** Formats that read every readable value (of 2,000 different ones at most), the likeliest first. */
  date_forms: FormFit<DateForm>[]
  number_forms: FormFit<NumberForm>[]
  /** Formats that read every value as a whole number; empty when a value has a fraction. */
  whole_forms?: FormFit<NumberForm>[]
}

/** The source of a field's value: a column by its index, or a constant for all rows. */
export type Source = { column: number } | { value: unknown }

export interface ImportSettings {
  /** By field path. */
  mapping: Record<string, Source>
  /** By column index; a column without an entry is read in the format that fits, if only one does. */
  date_forms: Record<string, DateForm>
  number_forms: Record<string, NumberForm>
  /** Paths of references whose missing records are created by the import. */
  create_missing: string[]
  /** Options of the area for the whole file. */
  options: Record<string, unknown>
  /** The file is an edited export: its columns `id` and `version` identify the records. */
  bring_back?: boolean
  /** Names that the person matched to a record with another name. */
  same?: SameRecord[]
}

export interface SameRecord {
  area: string
  name: string
  id: number
}

/** A name without a record, and the record that would be created for it. */
export interface NewName {
  name: string
  spellings: string[]
  code: string
  /** The record that already has the code the name would get. */
  alike: { id: number; title: string } | null
  same: boolean
  problems: string[]
}

/** The settings of an earlier file with the same headings, as far as they fit this file. */
export interface EarlierMapping {
  file_name: string
  used_at: string
  settings: Pick<ImportSettings, 'mapping' | 'date_forms' | 'number_forms'>
}

/** Values of a reference that name no record. */
export interface MissingValues {
  path: string
  area: string
  count: number
  /** How many would get a code that a record already has, and how many of those are matched to that record. */
  alike: number
  same: number
  /** The first twenty. */
  values: string[]
  creatable: boolean
  reason: string | null
}

export type Outcome = 'new' | 'changed' | 'unchanged' | 'rejected'
export const outcomes: readonly Outcome[] = ['new', 'changed', 'unchanged', 'rejected']

export type ImportCounts = Record<Outcome | 'written' | 'rejected_rows', number>

/** A document of the file with its outcome. */
export interface ImportRow {
  number: number
  name: string
  lines: number[]
  line_count: number
  outcome: Outcome
  record_id: number | null
  errors: { line: number; field: string | null; column: number | null; message: string; value?: string }[]
  remarks: string[]
  changes: { field: string; row?: string; old: unknown; new: unknown }[]
}
