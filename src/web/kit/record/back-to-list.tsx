import type { Area } from '#shared/kit/area.ts'
import { listTitle } from '#web/kit/page/list-labels.ts'
import { useListAddress } from '#web/kit/page/list-memory.ts'
import { RecordStepper } from './record-stepper'

/**
 * The link from a record to its list in its last state, with the record stepper; undefined for areas with a single
 * record.
 */
export const useBackToList = (area: Area) => {
  const listAddress = useListAddress(area)
  return area.single || !area.path
    ? undefined
    : { to: listAddress, label: listTitle(area), adjacent: <RecordStepper area={area} /> }
}
