import { asPortal } from '#server/kit/as-portal.ts'
import type { Change, Doc, Work } from '#server/kit/kit.ts'
import { sameStoredValue } from '#server/kit/write/diff.ts'
import { type Area, tableOf } from '#shared/kit/area.ts'
import { type AllocatedLibrary, type AllocationPlan, outdatedFrom } from '#shared/trade/allocation.ts'
import { versionsInUse } from './lines'

/** Sets allocations of an earlier version of an edited or succeeded record to "outdated", until a user decides. */
export const outdate =
  (area: Area, plan: AllocationPlan, library: AllocatedLibrary) => async (work: Work, changes: readonly Change[]) => {
    const edited = changes.filter(({ before, after }) => before && hasNewVersion(library, work, before, after))
    if (edited.length === 0) return
    const rows = await work.tx.query<{ id: number }>(
      `select id from ${tableOf(area)} where ${library.by} = any($1::bigint[]) and status = any($2::text[])
         and archived_at is null
         and po_line_id in (select id from ${tableOf(plan.lines)} where line_status = 'open') order by id`,
      [edited.map(({ after }) => after.id), outdatedFrom(plan)],
    )
    for (const { id } of rows) await work.kit.repository(area.name).move(asPortal(work, 'outdate'), id, 'outdate', {})
  }

/** Whether the write made a new version: a writable field was edited (a move makes no version), or a successor took over. */
const hasNewVersion = (library: AllocatedLibrary, { kit }: Work, before: Doc, after: Doc) =>
  library.versions === 'succeeded'
    ? before.status !== 'superseded' && after.status === 'superseded'
    : Object.entries(kit.register.get(library.area).fields).some(
        ([name, field]) => !field.options.readOnly && !sameStoredValue(field, before[name], after[name]),
      )

/** The id of the last usable version of the allocated record; null without one. */
export const successorOf = async ({ tx }: Work, library: AllocatedLibrary, target: Doc): Promise<number | null> => {
  const id = Number(target[library.by])
  return (await versionsInUse(tx, library, [id])).get(id) ?? null
}
