import type { Db, Queryable } from '#server/db/types.ts'
import { notFound, Refusal } from '#server/kit/errors.ts'
import type { Principal } from '#server/kit/principal.ts'
import type { Encoding } from '#shared/delimited/decode.ts'
import type { SourceRow } from '#shared/delimited/parse.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import type { FileColumn, ImportSettings, ImportStatus, MissingValues, Outcome } from '#shared/kit/wire/import.ts'

/** An import as it is stored, from the upload to its end. */
export interface Import {
  id: number
  area: string
  owner_id: number
  created_at: string
  file_name: string
  encoding: Encoding | 'xlsx'
  delimiter: string
  /** For a workbook: its sheets, and the selected one. */
  sheets: string[]
  sheet: string | null
  columns: FileColumn[]
  row_count: number
  settings: ImportSettings
  status: ImportStatus
  progress_done: number
  progress_total: number
  missing: Missing[]
  failure: Text | null
  started_at: string | null
}

/** The values of a reference field that no record has as its name. */
export type Missing = Omit<MissingValues, 'creatable' | 'reason'>

/** A name that no record has, and the record that will be created for it or has been. */
export interface NewName {
  area: string
  /** The name's `textKey`. */
  key: string
  /** The position of the name in the order of the file. */
  place: number
  name: string
  /** Other spellings in the file. */
  spellings: string[]
  code: string
  /** An existing record with the code that the name would get: perhaps the same thing. */
  alike: { id: number; title: string } | null
  /** Whether the person has confirmed that this record is meant, so that none is created. */
  same: boolean
  /** Why no record can be created from the name. */
  problems: Text[]
  record_id: number | null
}

/** An error in a line of the file, and the path of the field if it concerns one. */
export interface Fault {
  line: number
  field: string | null
  text: Text
  /** The value as it is in the file. */
  value?: string
}

/** A change of a field of an existing record; references are shown by their names. */
export interface Difference {
  field: string
  /** The name of the row, for a field of a row. */
  row?: string
  old: unknown
  new: unknown
}

/** A document of the file with its outcome. */
export interface Staged {
  number: number
  /** The business key, for people. */
  name: string
  lines: number[]
  outcome: Outcome
  input: Record<string, unknown> | null
  record_id: number | null
  record_version: number | null
  errors: Fault[]
  /** Warnings about a document that is not rejected. */
  remarks: Text[]
  changes: Difference[]
}

const columns =
  'id, area, owner_id, created_at, file_name, encoding, delimiter, sheets, sheet, columns, row_count, settings, status, progress_done, progress_total, missing, failure, started_at'

/** Reads an import; throws 404 unless it is the caller's own or the caller is an administrator. */
export const readImport = async (on: Queryable, me: Principal, id: number): Promise<Import> => {
  const [row] = await on.query<Import>(
    `select ${columns} from imports where id = $1 and status <> 'reading' and (owner_id = $2 or $3)`,
    [id, me.id, me.role === 'admin'],
    'import_read',
  )
  if (!row) throw notFound()
  return row
}

/** Throws 413 if a further file would exceed the account's quota. Imports with all their rows are kept for a month. */
export const requireRoom = async (on: Queryable, me: Principal, size: number) => {
  const [usage] = await on.query<{ count: number; size: number }>(
    'select count(*)::int as count, coalesce(sum(size), 0)::bigint as size from imports where owner_id = $1',
    [me.id],
    'imports_kept',
  )
  const { count, size: usedBytes } = usage ?? { count: 0, size: 0 }
  if (count < importQuota.count && usedBytes + size <= importQuota.size) return
  throw new Refusal(
    413,
    'import_quota',
    textOf('import.quota', { count, size: megabytes(usedBytes), max: megabytes(importQuota.size) }),
  )
}

/** The number of imports that an account may have, and the bytes of their files. */
export const importQuota = { count: 200, size: 200 * 1024 * 1024 }
const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024)

/** The caller's last ten imports into an area. */
export const recentImports = (on: Queryable, me: Principal, area: string) =>
  on.query<Pick<Import, 'id' | 'file_name' | 'created_at' | 'status' | 'row_count'>>(
    `select id, file_name, created_at, status, row_count from imports
     where owner_id = $1 and area = $2 and status <> 'reading' order by id desc limit 10`,
    [me.id, area],
    'import_recent',
  )

/** The next rows of the file after a line, in the order of the file. */
export const readRows = (on: Queryable, id: number, after: number, size: number) =>
  on.query<SourceRow>(
    'select line, cells, problem from import_rows where import_id = $1 and line > $2 order by line limit $3',
    [id, after, size],
    'import_rows_page',
  )

/** The rows of the file that begin on these lines. */
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

/** Stores the planned records of an import; replaces those of an earlier check. */
export const stageNames = async (db: Db, id: number, names: readonly NewName[]) =>
  db.transaction(async (tx) => {
    await tx.query('delete from import_names where import_id = $1', [id], 'import_names_clear')
    for (let start = 0; start < names.length; start += 1000)
      await tx.query(
        `insert into import_names (import_id, area, key, place, name, spellings, code, alike, same, problems)
         select $1, x.area, x.key, x.place, x.name, x.spellings, x.code, x.alike, x.same, x.problems
         from jsonb_to_recordset($2::jsonb) as x(area text, key text, place int, name text, spellings jsonb, code text,
           alike jsonb, same boolean, problems jsonb)`,
        [id, JSON.stringify(names.slice(start, start + 1000))],
        'import_names_stage',
      )
  })

/** The planned records with these `textKey`s. */
export const readNames = (on: Queryable, id: number, keys: readonly string[]) =>
  on.query<NewName>(
    `select area, key, place, name, spellings, code, alike, same, problems, record_id from import_names
     where import_id = $1 and key = any($2::text[])`,
    [id, keys],
    'import_names_read',
  )

/** A page of the planned records of one area; first those that need a decision, then those with problems. */
export const pageOfNames = (on: Queryable, id: number, area: string, start: number, size: number) =>
  on.query<NewName & { total: number }>(
    `select area, key, place, name, spellings, code, alike, same, problems, record_id,
       count(*) over ()::int as total
     from import_names where import_id = $1 and area = $2
     order by alike is null, problems = '[]', spellings = '[]', place limit $3 offset $4`,
    [id, area, size, start],
    'import_names_page',
  )

/** Stores the records that the names of an import have become. */
export const markNames = (
  on: Queryable,
  id: number,
  made: readonly { area: string; key: string; record_id: number }[],
) =>
  on.query(
    `update import_names as n set record_id = x.record_id
     from jsonb_to_recordset($2::jsonb) as x(area text, key text, record_id bigint)
     where n.import_id = $1 and n.area = x.area and n.key = x.key`,
    [id, JSON.stringify(made)],
    'import_names_mark',
  )

/** Counts documents by outcome, written documents, and rejected rows. */
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

/** Stores the progress and resets the attempts: an import fails only after several attempts without progress. */
export const showProgress = (on: Queryable, id: number, done: number, total: number) =>
  on.query(
    `update imports set progress_done = $2, progress_total = $3, attempts = 0
     where id = $1`,
    [id, done, total],
    'import_progress',
  )
