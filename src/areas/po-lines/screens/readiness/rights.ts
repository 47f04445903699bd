import type { Area } from '#shared/kit/area.ts'
import { isOfficeRole } from '#shared/kit/roles.ts'
import { planOf } from '#shared/trade/allocation.ts'
import { linePlanOf } from '#shared/trade/line-kinds.ts'
import type { ReadinessKind } from '#shared/trade/readiness.ts'
import type { ReadinessCell, ReadinessColumn, ReadinessRow } from '#shared/trade/readiness-matrix.ts'
import { areaNamed } from '#web/kit/page/area-of.ts'
import { can } from '#web/providers/permission.ts'
import { session } from '#web/providers/session.ts'

const role = () => session()?.role ?? 'user'

/** The kinds that other roles allocate. Kinds that the portal maintains are allocated by nobody. */
export const othersKinds = (kinds: readonly ReadinessColumn[]): ReadinessKind[] =>
  kinds.filter(({ area }) => planOf(areaNamed(area)) && !can(area, 'create')).map(({ kind }) => kind)

export const mayCopyAny = (kinds: readonly ReadinessColumn[]): boolean =>
  kinds.some(({ area }) => planOf(areaNamed(area)) && can(area, 'create'))

/** Whether the user may remind suppliers of a kind. */
export const mayRemind = (area: Area): boolean =>
  isOfficeRole(role()) && (linePlanOf(area)?.allocate.includes(role()) ?? false)

/** The cells about which the supplier can be reminded. */
export const remindableCells = (
  cells: readonly { row: ReadinessRow; kind: ReadinessKind; cell: ReadinessCell }[],
  areaOf: (kind: ReadinessKind) => Area,
) =>
  cells.flatMap(({ row, kind, cell }) =>
    cell.turns.includes('supplier') && mayRemind(areaOf(kind)) ? [{ line: row.line.id, kind }] : [],
  )
