import { useQuery } from '@tanstack/react-query'
import type { AnyRecord } from '#shared/kit/area.ts'
import type { LabelColour } from '#shared/trade/qa.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { LabelDot } from '#web/kit/page/label-dot.tsx'
import { readAll } from '#web/providers/read-all.ts'
import { qaActivities } from '../area'

/** The label of an activity as a coloured chip; empty without a label. */
export function LabelCell({ activity }: { activity: AnyRecord }) {
  const labels = areaOf(qaActivities, 'label_id').name
  // Labels are few and rarely change, so one cached request serves all cells.
  const { data } = useQuery({
    queryKey: [labels, 'colours'],
    queryFn: ({ signal }) => readAll<{ id: number; colour: LabelColour }>(labels, { _sort: 'id' }, signal),
    staleTime: 300_000,
    enabled: Boolean(activity.label_id),
  })
  if (!activity.label_id) return null
  return (
    <LabelDot colour={data?.find(({ id }) => id === activity.label_id)?.colour}>
      {formatValue(qaActivities, 'label_id', activity)}
    </LabelDot>
  )
}
