import type { Doc, Work } from '#server/kit/kit.ts'
import {
  type InspectedLot,
  lotsToRead,
  nextSeverity,
  type Switching,
  type SwitchingPolicy,
} from '#shared/trade/inspection-switching.ts'

/**
 * The severity of the next final inspection at the activity's supplier and factory, from their earlier lots. `latest` are
 * lots that are not stored yet.
 */
export const switchingFor = async (
  { tx, context }: Work,
  { supplier_id, factory_id }: Doc,
  latest: readonly InspectedLot[] = [],
): Promise<Switching> => {
  const policy = context.settings.inspection_switching as SwitchingPolicy
  if (policy === 'normal_only') return nextSeverity([], policy)
  const lots = await tx.query<InspectedLot>(
    `select inspection_severity as severity, result = 'passed' as "isAccepted",
       result = 'passed' and (major_qty > coalesce(major_accept, 0) or minor_qty > coalesce(minor_accept, 0))
         as "isMarginal"
     from qa_activities
     where type = 'final' and supplier_id = $1 and factory_id is not distinct from $2 and result in ('passed', 'failed')
     order by inspected_on desc, id desc limit $3`,
    [supplier_id ?? null, factory_id ?? null, lotsToRead],
    'qa_lots_before',
  )
  return nextSeverity([...lots.reverse(), ...latest], policy)
}
