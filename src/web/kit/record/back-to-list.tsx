import type { Area } from '#shared/kit/area.ts'
import { listTitle } from '#web/kit/page/list-labels.ts'
import { useListAddress } from '#web/kit/page/list-memory.ts'
import { RecordStepper } from './record-stepper'

/** The link from a record to its list as it was left, next to the steps to its neighbours; none for a single record. */
export const useBackToList = (area: Area) => {
  const to = useListAddress(area)
  return area.single || !area.path ? undefined : { to, label: listTitle(area), adjacent: <RecordStepper area={area} /> }
}
