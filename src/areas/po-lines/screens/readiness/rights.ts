import { register } from '#areas/index.ts'
import type { Area } from '#shared/kit/area.ts'
import { isOfficeRole } from '#shared/kit/roles.ts'
import { allocationAreas, planOf } from '#shared/trade/allocation.ts'
import { type ReadinessKind, readinessKinds } from '#shared/trade/readiness.ts'
import type { ReadinessCell, ReadinessRow } from '#shared/trade/readiness-matrix.ts'
import { can } from '#web/providers/permission.ts'
import { session } from '#web/providers/session.ts'

const role = () => session()?.role ?? 'user'

/** The kinds that lines carry, by whether this person allocates them. */
export const kindsByRight = (): Record<'own' | 'others', ReadinessKind[]> => {
  const kinds = { own: [] as ReadinessKind[], others: [] as ReadinessKind[] }
  for (const area of allocationAreas(register.areas)) {
    const kind = readinessKinds.find((name) => name === planOf(area)?.kind)
    if (kind && can(area.name, 'read')) kinds[can(area.name, 'create') ? 'own' : 'others'].push(kind)
  }
  return kinds
}

export const mayCopyAny = (): boolean => kindsByRight().own.length > 0

/** Whether this person reminds suppliers of a kind. */
export const mayRemind = (area: Area): boolean =>
  isOfficeRole(role()) && (planOf(area)?.allocate.includes(role()) ?? false)

/** The cells that the supplier may be reminded of. */
export const remindableCells = (
  cells: readonly { row: ReadinessRow; kind: ReadinessKind; cell: ReadinessCell }[],
  areaOf: (kind: ReadinessKind) => Area,
) =>
  cells.flatMap(({ row, kind, cell }) =>
    cell.turns.includes('supplier') && mayRemind(areaOf(kind)) ? [{ line: row.line.id, kind }] : [],
  )
