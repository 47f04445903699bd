import type { Queryable } from '#server/db/types.ts'
import type { Kit } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import { sameStoredValue } from '#server/kit/write/diff.ts'
import { refreshSearch, writeRecords } from '#server/kit/write/store.ts'
import { columnsOf } from '#shared/kit/area.ts'

/** Updates history and search of an account that its owner has changed or moved outside of the users' area. */
export const profileChanged =
  (kit: Kit) =>
  async (
    tx: Queryable,
    me: Principal,
    before: object,
    after: object,
    move?: { name: string; from: string; to: string },
  ): Promise<void> => {
    const area = kit.register.get('users')
    const old = before as Record<string, unknown>
    const current = after as Record<string, unknown>
    const changes = columnsOf(area)
      .filter(([name, field]) => name in current && !sameStoredValue(field, old[name], current[name]))
      .map(([field]) => ({ field, old: old[field] ?? null, new: current[field] ?? null }))
    if (changes.length === 0 && !move) return
    await kit.write(
      me,
      move?.name ?? 'edit',
      async (work) => {
        const entry = { area: area.name, record_id: me.id, document_area: area.name, document_id: me.id }
        await writeRecords(
          work,
          [],
          [
            {
              ...entry,
              action: work.action,
              from_status: move?.from ?? null,
              to_status: move?.to ?? null,
              comment: null,
              changes,
            },
          ],
        )
        await refreshSearch(tx, area, me.id)
        work.touched.add(area.name)
      },
      { on: tx },
    )
  }
