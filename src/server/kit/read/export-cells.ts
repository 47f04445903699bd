import { sql } from 'kysely'
import { type DocumentField, naming, type RowLevel } from '#server/kit/import/paths.ts'
import type { Kit } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import { type Principal, readScopeOf } from '#server/kit/principal.ts'
import type { Cell } from '#shared/delimited/write.ts'
import { tableOf, titleKey } from '#shared/kit/area.ts'
import { subjectOf } from '#shared/kit/roles.ts'
import type { Language } from '#shared/kit/text.ts'
import { callerValues } from './scope'
import { compile, id, run, type Statement, slot } from './sql'

/** The columns of an export, and the levels of rows of the document that they belong to. */
export interface ExportColumns {
  fields: readonly DocumentField[]
  levels: readonly RowLevel[]
  /** The headings of the columns; by default their paths. */
  headings?: readonly string[]
  /** Values are written for these readers; by default in the form that imports read. */
  values?: Readers
}

/** The readers of a file: their language, and the time zone of moments (`Asia/Shanghai`; by default UTC). */
export interface Readers {
  language: Language
  zone?: string | undefined
}

/** The value of a field in the form that imports read; `nameOf` returns the names of referenced records. */
export const cellOf = (
  { path, field }: DocumentField,
  row: Record<string, unknown>,
  nameOf: (area: string, id: number) => string | undefined,
): Cell => {
  const value = row[path]
  if (value === null || value === undefined) return null
  if (field.kind === 'reference') {
    // Records outside the caller's scope show at most the title that the record itself contains.
    const shown = row[titleKey(path)] as { title?: string | null } | null | undefined
    return nameOf(field.options.to ?? '', idIn(value)) ?? shown?.title ?? null
  }
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value)
}

/**
 * The id in the value of a reference; one whose field name does not end in `_id` has an object with id and title
 * instead.
 */
const idIn = (value: unknown): number =>
  Number(typeof value === 'object' && value !== null && 'id' in value ? value.id : value)

/** Reads the names of referenced records in the caller's scope, each once per file. */
export const createNames = (kit: Kit, me: Principal) => {
  const namesByArea = new Map<string, Map<number, string>>()

  return {
    nameOf: (area: string, record: number) => namesByArea.get(area)?.get(record),

    async load(fields: readonly DocumentField[], rows: readonly Record<string, unknown>[]) {
      const references = fields.filter(({ field }) => field.kind === 'reference')
      for (const name of new Set(references.map(({ field }) => field.options.to ?? ''))) {
        const area = kit.register.get(name)
        const column = kit.mayRead(subjectOf(me), area, naming(area)) ? naming(area) : area.title
        const names = namesByArea.get(name) ?? new Map<number, string>()
        namesByArea.set(name, names)
        const paths = references.filter(({ field }) => field.options.to === name).map(({ path }) => path)
        const ids = [...new Set(rows.flatMap((row) => paths.map((path) => idIn(row[path] ?? 0))))].filter(
          (value) => value > 0 && !names.has(value),
        )
        if (ids.length === 0) continue
        const statement = statements(`${name}|${readScopeOf(me)}|${column}`, () =>
          compile(sql`
            select t.id, ${id('t', column)}::text as name from ${id(tableOf(area))} as t
            where t.id = any(${slot('ids')}::bigint[]) and ${kit.selects.inScope(area, readScopeOf(me), 't')}`),
        )
        const titles = await run<{ id: number; name: string | null }>(kit.db, statement, { ids, ...callerValues(me) })
        for (const row of titles) if (row.name !== null) names.set(row.id, row.name)
      }
    },
  }
}
const statements = memo<Statement>(300)
