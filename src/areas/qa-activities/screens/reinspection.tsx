import type { Area } from '#shared/kit/area.ts'
import { Section } from '#web/kit/page/section.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { ActivityRows } from './activity-rows'
import { screenText } from './texts'

/** The re-inspection that followed; hidden when there is none. */
export function Reinspection({ area, record }: { area: Area; record: OpenRecord }) {
  if (record.status !== 'reinspected') return null
  return (
    <Section title={screenText('reinspection')}>
      <ActivityRows area={area} of={{ field: 'previous_activity_id', value: record.id }} />
    </Section>
  )
}
