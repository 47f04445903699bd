import type { DateForm, Fit, NumberForm } from '../../../shared/delimited/forms'
import type { SourceRow } from '../../../shared/delimited/parse'
import type { Text } from '../../../shared/text'
import type { Queryable } from '../../db/types'
import { notFound } from '../errors'
import type { Principal } from '../principal'

/** A file on its way in, as it is kept: uploaded, matched, checked, written. */
export interface Import {
  id: number
  area: string
  owner_id: number
  created_at: string
  file_name: string
  encoding: string
  delimiter: string
  /** Of a workbook: what can be chosen, and what was. */
  sheets: string[]
  sheet: string | null
  columns: FileColumn[]
  row_count: number
  settings: Settings
  status: Status
  progress_done: number
  progress_total: number
  missing: Missing[]
  failure: Text | null
  started_at: string | null
}

/**
 * `reading` while it is uploaded, `mapping` until everything is chosen, `checking` and `writing` while a worker is at it,
 * `checked` when the preview stands, then `done` or `failed`.
 */
export type Status = 'reading' | 'mapping' | 'checking' | 'checked' | 'writing' | 'done' | 'failed'

/** A column of the file and what its values look like. */
export interface FileColumn {
  heading: string
  /** The first few different values. */
  samples: string[]
  /** How many rows say something in it. */
  filled: number
  /** Forms that read every value looked at that can be read at all (of 2,000 different ones at most), the likeliest first. */
  date_forms: Fit<DateForm>[]
  number_forms: Fit<NumberForm>[]
}

/** Where a field's value comes from: a column by its place, or one value for all rows, as the API takes it. */
export type Source = { column: number } | { value: unknown }

export interface Settings {
  /** By field path. */
  mapping: Record<string, Source>
  /** By place of the column; what is not here is read in the form that fits, if only one does. */
  date_forms: Record<string, DateForm>
  number_forms: Record<string, NumberForm>
  /** Paths of references whose unknown values are created with the import. */
  create_missing: string[]
  /** What the area itself asks. */
  options: Record<string, unknown>
  /** The file is an export that was edited: its columns `id` and `version` say which record a row is, and as of when. */
  bring_back?: boolean
}

/** Values of a reference that name no record. */
export interface Missing {
  path: string
  area: string
  count: number
  /** The first twenty. */
  values: string[]
}

export type Outcome = 'new' | 'changed' | 'unchanged' | 'rejected'

/** What is wrong: the line of the file, and the field's path where it concerns one. */
export interface Fault {
  line: number
  field: string | null
  text: Text
  /** As the file has it. */
  value?: string
}

/** A field that an existing record gets another value in; references by their names. */
export interface Difference {
  field: string
  /** Which row of the document. */
  row?: string
  old: unknown
  new: unknown
}

/** A document of the file with what would become (or became) of it. */
export interface Staged {
  number: number
  /** Its business key. */
  name: string
  lines: number[]
  outcome: Outcome
  input: Record<string, unknown> | null
  record_id: number | null
  record_version: number | null
  errors: Fault[]
  /** Worth a look, though nothing is wrong. */
  remarks: Text[]
  changes: Difference[]
}

const columns =
  'id, area, owner_id, created_at, file_name, encoding, delimiter, sheets, sheet, columns, row_count, settings, status, progress_done, progress_total, missing, failure, started_at'

/** The import, if it is the caller's own; an administrator's eye reaches all. Otherwise 404. */
export const readImport = async (on: Queryable, me: Principal, area: string, id: number): Promise<Import> => {
  const [found] = await on.query<Import>(
    `select ${columns} from imports
     where id = $1 and area = $2 and status <> 'reading' and (owner_id = $3 or $4)`,
    [id, area, me.id, me.role === 'admin'],
    'import_read',
  )
  if (!found) throw notFound()
  return found
}

/** The caller's last imports into an area. */
export const recentImports = (on: Queryable, me: Principal, area: string) =>
  on.query<Pick<Import, 'id' | 'file_name' | 'created_at' | 'status' | 'row_count'>>(
    `select id, file_name, created_at, status, row_count from imports
     where owner_id = $1 and area = $2 and status <> 'reading' order by id desc limit 10`,
    [me.id, area],
    'import_recent',
  )

/** A page of the file from after a line on, in the order of the lines. */
export const readRows = (on: Queryable, id: number, after: number, size: number) =>
  on.query<SourceRow>(
    'select line, cells, problem from import_rows where import_id = $1 and line > $2 order by line limit $3',
    [id, after, size],
    'import_rows_page',
  )

/** The rows that begin on these lines. */
export const readLines = (on: Queryable, id: number, lines: readonly number[]) =>
  on.query<SourceRow>(
    'select line, cells, problem from import_rows where import_id = $1 and line = any($2::int[]) order by line',
    [id, lines],
    'import_rows_lines',
  )

export const stageRows = (on: Queryable, id: number, rows: readonly SourceRow[]) =>
  on.query(
    `insert into import_rows (import_id, line, cells, problem)
     select $1, x.line, x.cells, x.problem from jsonb_to_recordset($2::jsonb) as x(line int, cells jsonb, problem jsonb)`,
    [id, JSON.stringify(rows)],
    'import_rows_stage',
  )

export const stageDocuments = (on: Queryable, id: number, documents: readonly Staged[]) =>
  on.query(
    `insert into import_documents
       (import_id, number, name, lines, outcome, input, record_id, record_version, errors, remarks, changes)
     select $1, x.number, x.name, x.lines, x.outcome, x.input, x.record_id, x.record_version, x.errors, x.remarks,
       x.changes
     from jsonb_to_recordset($2::jsonb) as x(number int, name text, lines int[], outcome text, input jsonb,
       record_id bigint, record_version int, errors jsonb, remarks jsonb, changes jsonb)`,
    [id, JSON.stringify(documents)],
    'import_documents_stage',
  )

/** How many documents came out how, and how many of those are written. */
export const countOutcomes = async (on: Queryable, id: number) => {
  const rows = await on.query<{ outcome: Outcome; count: number; written: number; rows: number }>(
    `select outcome, count(*)::int as count, count(*) filter (where written)::int as written,
       coalesce(sum(cardinality(lines)), 0)::int as rows
     from import_documents where import_id = $1 group by outcome`,
    [id],
    'import_outcomes',
  )
  const counts = { new: 0, changed: 0, unchanged: 0, rejected: 0, written: 0, rejected_rows: 0 }
  for (const { outcome, count, written, rows: lines } of rows) {
    counts[outcome] = count
    counts.written += written
    if (outcome === 'rejected') counts.rejected_rows = lines
  }
  return counts
}

/** Tells how far the work is, and that somebody is at it. */
export const showProgress = (on: Queryable, id: number, done: number, total: number) =>
  on.query(
    `update imports set progress_done = $2, progress_total = $3, attempts = 0, lease_until = now() + interval '1 minute'
     where id = $1`,
    [id, done, total],
    'import_progress',
  )
