import type { RawBuilder } from 'kysely'
import type { Queryable } from '#server/db/types.ts'
import { memo } from '#server/kit/memo.ts'
import { type Principal, type ReadScope, readScopeOf, system } from '#server/kit/principal.ts'
import type { Area } from '#shared/kit/area.ts'
import { aggregateSelects } from './aggregate-selects'
import { pageSelects } from './page-selects'
import { recordSelects } from './record-selects'
import { callerValues } from './scope'
import { type SelectContext, scopeCondition } from './select-context'
import { compile, run, type Statement } from './sql'

/** The statements of all reads; each is compiled once for an area, a read scope and a shape of request. */
export const createSelects = (context: SelectContext) => {
  const statements = memo<Statement>(2000)
  const cached = (key: string, build: () => RawBuilder<unknown>) => statements(key, () => compile(build()))

  return {
    ...pageSelects(context, cached),
    ...aggregateSelects(context, cached),
    ...recordSelects(context, cached),

    /** The condition for rows in scope, for statements that are built elsewhere. */
    inScope: (area: Area, readScope: ReadScope, alias: string) => scopeCondition(context, area, readScope, alias),

    /** Whether the caller sees less than all records of the area. */
    isScoped: (area: Area, readScope: ReadScope) => context.scopes.condition(area.name, readScope, 't') !== null,
  }
}
export type Selects = ReturnType<typeof createSelects>

/** Reads whole documents with their rows as JSON text, as `me` may read them; by default all fields. */
export const readDocuments = (
  on: Queryable,
  selects: Selects,
  area: Area,
  ids: readonly number[],
  me: Principal = system,
) => {
  const readScope = readScopeOf(me)
  const statement = ids.length === 1 ? selects.document(area, readScope) : selects.documents(area, readScope)
  return run<{ id: number; record: string }>(on, statement, { ids, id: ids[0], ...callerValues(me) })
}
