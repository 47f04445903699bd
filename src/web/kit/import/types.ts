import type { Encoding } from '#shared/delimited/decode.ts'
import type { DateForm, FormFit, NumberForm } from '#shared/delimited/forms.ts'
import type { Kind } from '#shared/kit/fields.ts'

/** An import as the API answers it. */
export interface ImportRecord {
  id: number
  /** What the file is for, as lists are named. */
  area: string
  file_name: string
  created_at: string
  status: 'mapping' | 'checking' | 'checked' | 'writing' | 'done' | 'failed'
  /** `xlsx` of a workbook. */
  encoding: Encoding | 'xlsx'
  delimiter: string
  /** Of a workbook: its sheets, and which of them was read. */
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
  suggestions: { field: string; column: number; sure: number; how: string }[]
  /** What was chosen for the last file with the same headings. */
  earlier: EarlierChoice | null
  /** What must still be said, by field path. */
  questions: Record<string, string[]>
  options: { name: string; kind: Kind; values: string[] }[]
  missing: MissingValues[]
  counts: ImportCounts | null
}

export interface FileColumn {
  heading: string
  samples: string[]
  filled: number
  date_forms: FormFit<DateForm>[]
  number_forms: FormFit<NumberForm>[]
  /** Those that read whole numbers everywhere; empty where a value has a fraction. */
  whole_forms?: FormFit<NumberForm>[]
}

export type Source = { column: number } | { value: unknown }

export interface ImportSettings {
  mapping: Record<string, Source>
  date_forms: Record<string, DateForm>
  number_forms: Record<string, NumberForm>
  create_missing: string[]
  options: Record<string, unknown>
  /** The file is an export that was edited: its columns `id` and `version` say which record a row is. */
  bring_back?: boolean
  /** Names that mean a record that has another name. */
  same?: SameRecord[]
}

export interface SameRecord {
  area: string
  name: string
  id: number
}

/** A name that no record bears, and what would be made of it. */
export interface NewName {
  name: string
  spellings: string[]
  code: string
  /** The record that has the code which the name would become. */
  alike: { id: number; title: string } | null
  same: boolean
  problems: string[]
}

export interface EarlierChoice {
  file_name: string
  used_at: string
  settings: Pick<ImportSettings, 'mapping' | 'date_forms' | 'number_forms'>
}

export interface MissingValues {
  path: string
  area: string
  count: number
  alike: number
  same: number
  values: string[]
  creatable: boolean
  reason: string | null
}

export type Outcome = 'new' | 'changed' | 'unchanged' | 'rejected'
export const outcomes: readonly Outcome[] = ['new', 'changed', 'unchanged', 'rejected']

export type ImportCounts = Record<Outcome | 'written' | 'rejected_rows', number>

/** A document of the file and what would become of it. */
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
