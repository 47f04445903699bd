import { sql } from 'kysely'
import type { Doc, Kit } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import { type Principal, readScopeOf } from '#server/kit/principal.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { compile, id, run, type Statement, slot } from '#server/kit/read/sql.ts'
import { rowsIn } from '#server/kit/write/diff.ts'
import { cutText } from '#shared/base/cut-text.ts'
import type { SourceRow } from '#shared/delimited/parse.ts'
import { type Area, columnsOf, tableOf } from '#shared/kit/area.ts'
import { textOf } from '#shared/kit/text.ts'
import { nameOf } from './documents'
import type { FileDocument } from './file-document'
import type { Plan, PlannedLevel } from './plan'
import type { Fault } from './staged'

/** The id and version that an exported document contains. */
export interface Stamp {
  id: number
  version: number | null
}

/** A stored record, in or outside the caller's scope. */
export interface StampedRecord {
  id: number
  archived: boolean
  inScope: boolean
}

/** Creates a reader of the stamps of exported documents. It detects repeated records, so use one for the whole file. */
export const createStampReader = ({ area, stamps }: Plan) => {
  // A worklist creates no records, so its texts do not mention it.
  const kind = area.worklist ? '_here' : ''
  const lineByRecord = new Map<number, number>()

  /** The stamp of a document, or null if it has none because it was added to the file; and the faults of the stamp. */
  return (node: FileDocument, rows: ReadonlyMap<number, SourceRow>): { stamp: Stamp | null; faults: Fault[] } => {
    if (!stamps) return { stamp: null, faults: [] }
    const stamped = node.lines.flatMap((line) => {
      const cells = rows.get(line)?.cells ?? []
      const [idText, version] = [cells[stamps.id]?.trim() ?? '', cells[stamps.version]?.trim() ?? '']
      return idText ? [{ line, id: numberIn(idText), version: version ? numberIn(version) : null, text: idText }] : []
    })
    const [first] = stamped
    if (!first) return { stamp: null, faults: [] }
    const fault = (line: number, key: string, params: Record<string, string | number> = {}) => ({
      stamp: null,
      faults: [{ line, field: null, text: textOf(key, params) }],
    })
    if (first.id === null) return fault(first.line, `import.back.no_id${kind}`, { value: cutText(first.text, 40) })
    const differing = stamped.find((line) => line.id !== first.id || line.version !== first.version)
    if (differing) return fault(differing.line, 'import.back.disagrees', { line: first.line })
    const earlierLine = lineByRecord.get(first.id)
    if (earlierLine !== undefined) return fault(first.line, `import.back.repeated${kind}`, { line: earlierLine })
    lineByRecord.set(first.id, first.line)
    return { stamp: { id: first.id, version: first.version }, faults: [] }
  }
}

const numberIn = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)

/** Finds the records with these ids, in and outside the caller's scope; returns them by id. */
export const findStampedRecords = async (
  kit: Kit,
  me: Principal,
  area: Area,
  ids: readonly number[],
): Promise<Map<number, StampedRecord>> => {
  if (ids.length === 0) return new Map()
  const statement = statements(`${area.name}|${readScopeOf(me)}`, () =>
    compile(sql`
      select t.id, t.archived_at is not null as archived, ${kit.selects.inScope(area, readScopeOf(me), 't')} as "inScope"
      from ${id(tableOf(area))} as t where t.id = any(${slot('ids')}::bigint[])`),
  )
  const rows = await run<StampedRecord>(kit.db, statement, { ids, ...callerValues(me) })
  return new Map(rows.map((row) => [row.id, row]))
}
const statements = memo<Statement>(100)

/**
 * Clears the values whose cells in a re-imported export are empty, since a person has emptied them. References to
 * records that the caller cannot see were already empty in the export and stay unchanged.
 */
export const clearEmptiedCells = (plan: Plan, before: Doc, input: Doc): void => {
  walk(plan.area, before, input, plan.levels)

  function walk(area: Area, stored: Doc, input: Doc, levels: readonly PlannedLevel[]) {
    const [level, ...inner] = levels
    const fields = new Map(columnsOf(area))
    for (const { name, area: owner, source } of plan.fields) {
      const field = fields.get(name)
      if (owner !== area || !field || !('column' in source) || input[name] !== undefined) continue
      const value = stored[name]
      const isEmpty =
        value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
      if (isEmpty) continue
      if (field.kind === 'reference' && !nameOf(stored, name)) continue
      input[name] = field.kind === 'choices' ? [] : null
    }
    if (!level) return
    const rows = new Map(rowsIn(stored, level.name).map((row) => [row.id, row]))
    for (const row of rowsIn(input, level.name)) {
      const storedRow = row.id === undefined ? undefined : rows.get(row.id)
      if (storedRow) walk(level.area, storedRow, row, inner)
    }
  }
}
