import type { Area } from '#shared/kit/area.ts'
import { loadListOf } from '#web/i18n.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import type { AreaColumn } from '#web/kit/list/grid-columns.tsx'
import { worklistNamed } from '#web/kit/page/area-of.ts'
import { listTitle } from '#web/kit/page/list-labels.ts'
import { listAddress } from '#web/kit/page/list-memory.ts'

/** Loads the name of the list of lines, which the link shows. */
export const ready = () => loadListOf('po-lines')

/** The delivery statuses, with a link to the deliveries. */
export function List({ area }: { area: Area }) {
  const deliveries = worklistNamed('delivery-worklist')
  return (
    <AreaList area={area} back={{ to: listAddress(deliveries), label: listTitle(deliveries) }} cellOverrides={cells} />
  )
}
const cells: Record<string, Partial<AreaColumn>> = { set_by: { width: 168 } }
