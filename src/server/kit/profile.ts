import { columnsOf } from '../../shared/area'
import type { Queryable } from '../db/types'
import { same } from './diff'
import type { Kit } from './kit'
import type { Principal } from './principal'
import { refreshSearch, writeRecords } from './store'

/** Keeps history and search of an account true when its owner changes it, or moves its state, outside of the users' area. */
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
    const now = after as Record<string, unknown>
    const changes = columnsOf(area)
      .filter(([name, field]) => name in now && !same(field, old[name], now[name]))
      .map(([field]) => ({ field, old: old[field] ?? null, new: now[field] ?? null }))
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
