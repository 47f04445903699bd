import type { Area } from '../../../shared/area'
import { AreaList } from '../../../web/kit/area-list'
import { worklistNamed } from '../../../web/kit/area-of'
import type { AreaColumn } from '../../../web/kit/grid-columns'
import { listAddress } from '../../../web/kit/list-memory'
import { listTitle } from '../../../web/kit/words'

/** The words by which deliveries are told, which belong to the list of those. */
export function List({ area }: { area: Area }) {
  const deliveries = worklistNamed('delivery-worklist')
  return (
    <AreaList area={area} back={{ to: listAddress(deliveries), label: listTitle(deliveries) }} cellOverrides={cells} />
  )
}
const cells: Record<string, Partial<AreaColumn>> = { set_by: { width: 168 } }
