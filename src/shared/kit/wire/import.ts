import type { Encoding } from '#shared/delimited/decode.ts'
import type { DateForm, FormFit, NumberForm } from '#shared/delimited/forms.ts'
import type { Match } from '#shared/delimited/match.ts'
import type { Kind } from '#shared/kit/fields.ts'

/** An import, as the API returns it. */
export interface ImportRecord {
  id: number
  /** The list that the file is imported into: the name of an area or worklist. */
  area: string
  file_name: string
  created_at: string
  status: ImportStatus
  /** `xlsx` for a workbook. */
  encoding: Encoding | 'xlsx'
  delimiter: string
  /** For a workbook: the names of its sheets, and that of the imported sheet. */
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
  /** Questions that the person still has to answer, by field path. */
  questions: Record<string, string[]>
  options: { name: string; kind: Kind; values: readonly string[] }[]
  missing: MissingValues[]
  counts: ImportCounts | null
}

/**
 * `reading` during the upload, `mapping` until the person has mapped the columns, `checking` and `writing` while a
 * worker runs, `checked` once the preview is complete, finally `done` or `failed`.
 */
export type ImportStatus = 'reading' | 'mapping' | 'checking' | 'checked' | 'writing' | 'done' | 'failed'

/** A field that a column probably contains. */
export type Suggestion = Match & { column: number }

/** A column of the file, with a summary of its values. */
export interface FileColumn {
  heading: string
  /** The first few distinct values. */
  samples: string[]
  /** The number of rows with a value. */
  filled: number
  /** Formats that can read all readable values (of the first 2,000 distinct ones), the most probable first. */
  date_forms: FormFit<DateForm>[]
  number_forms: FormFit<NumberForm>[]
  /** Formats that read every value as a whole number; empty if a value has a fraction. */
  whole_forms?: FormFit<NumberForm>[]
}

/** The source of a field's value: a column by its index, or a constant for all rows. */
export type Source = { column: number } | { value: unknown }

/** What the person decides about an import. */
export interface ImportSettings {
  /** The source of each field, by field path. */
  mapping: Record<string, Source>
  /** The chosen format by column index; without one, the only format that fits is used. */
  date_forms: Record<string, DateForm>
  number_forms: Record<string, NumberForm>
  /** Paths of references whose missing targets the import creates. */
  create_missing: string[]
  /** The area's import options, for the whole file. */
  options: Record<string, unknown>
  /** The file is an edited export: its columns `id` and `version` identify the records. */
  bring_back?: boolean
  /** Names in the file that the person matched to existing records with another name. */
  same?: SameRecord[]
}

/** A name in the file, and the id of the existing record that it means. */
export interface SameRecord {
  area: string
  name: string
  id: number
}

/** A name in the file that matches no record, and the record that the import would create for it. */
export interface NewName {
  name: string
  /** Other spellings of the name in the file, at most nineteen. */
  spellings: string[]
  /** The code of the new record. */
  code: string
  /** An existing record that already has this code. */
  alike: { id: number; title: string } | null
  /** Whether the person matched the name to that record. */
  same: boolean
  problems: string[]
}

/** The settings of an earlier import with the same headings, as far as they fit this file. */
export interface EarlierMapping {
  file_name: string
  used_at: string
  settings: Pick<ImportSettings, 'mapping' | 'date_forms' | 'number_forms'>
}

/** The values of a reference field that match no record of its target area. */
export interface MissingValues {
  path: string
  area: string
  count: number
  /** How many would get the code of an existing record, and how many of those the person matched to that record. */
  alike: number
  same: number
  /** The first twenty values. */
  values: string[]
  /** Whether the import can create the missing records, and if not, why. */
  creatable: boolean
  reason: string | null
}

/** What an import does, or would do, with a document of the file. */
export type Outcome = 'new' | 'changed' | 'unchanged' | 'rejected'
export const outcomes: readonly Outcome[] = ['new', 'changed', 'unchanged', 'rejected']

export type ImportCounts = Record<Outcome | 'written' | 'rejected_rows', number>

/** A document of the file with its outcome. */
export interface ImportRow {
  number: number
  name: string
  /** Line numbers in the file. */
  lines: number[]
  line_count: number
  outcome: Outcome
  record_id: number | null
  errors: { line: number; field: string | null; column: number | null; message: string; value?: string }[]
  remarks: string[]
  changes: { field: string; row?: string; old: unknown; new: unknown }[]
}
