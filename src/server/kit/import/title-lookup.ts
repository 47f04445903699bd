import { sql } from 'kysely'
import type { Kit } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import { type Principal, readScopeOf } from '#server/kit/principal.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { compile, id, run, type Statement, slot } from '#server/kit/read/sql.ts'
import { tableOf } from '#shared/kit/area.ts'
import { subjectOf } from '#shared/kit/roles.ts'
import { fieldAt } from './paths'
import type { Plan } from './plan'
import type { Staged } from './staged'

/** Replaces ids by titles in changed references; queries each record once per file. */
export const createTitleLookup = (kit: Kit, me: Principal, { area: root }: Plan) => {
  const titlesByArea = new Map<string, Map<number, string>>()

  return {
    async put(documents: readonly Staged[]): Promise<void> {
      const changes = documents.flatMap((document) =>
        document.changes.flatMap((change) => {
          const to = fieldAt(kit.register, root, change.field, () => true)?.field.options.to
          return to && typeof change.new === 'number' ? [{ change, to, record: change.new }] : []
        }),
      )
      for (const to of new Set(changes.map((change) => change.to)))
        await load(
          to,
          changes.flatMap((change) => (change.to === to ? [change.record] : [])),
        )
      for (const { change, to, record } of changes) change.new = titlesByArea.get(to)?.get(record) ?? change.new
    },
  }

  async function load(to: string, records: readonly number[]) {
    const area = kit.register.get(to)
    const titles = titlesByArea.get(to) ?? new Map<number, string>()
    titlesByArea.set(to, titles)
    const ids = [...new Set(records)].filter((id) => !titles.has(id))
    if (ids.length === 0 || !kit.mayRead(subjectOf(me), area, area.title)) return
    const statement = statements(`${to}|${readScopeOf(me)}`, () =>
      compile(sql`
        select t.id, ${id('t', area.title)}::text as title from ${id(tableOf(area))} as t
        where t.id = any(${slot('ids')}::bigint[]) and ${kit.selects.inScope(area, readScopeOf(me), 't')}`),
    )
    const rows = await run<{ id: number; title: string | null }>(kit.db, statement, { ids, ...callerValues(me) })
    for (const row of rows) if (row.title !== null) titles.set(row.id, row.title)
  }
}
const statements = memo<Statement>(100)
