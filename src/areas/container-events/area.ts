import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { choice, date, moment, reference, text } from '#shared/kit/fields.ts'
import { eventKinds, milestones } from '#shared/trade/containers.ts'

const house = ['admin', 'Office'] as const

/** A planned, estimated or actual event of a container, with its time, place and source. */
export const containerEvents = defineArea({
  name: 'container-events',
  title: 'day',
  fields: {
    container_id: reference('containers', { required: true, fixed: true }),
    type: choice(milestones, { required: true, readOnly: true }),
    kind: choice(eventKinds, { required: true, readOnly: true }),
    // Day and time at the place of the event, in its local time.
    day: date({ required: true, readOnly: true }),
    at: moment({ readOnly: true }),
    place: text({ readOnly: true, max: 120 }),
    source: text({ readOnly: true, max: 60 }),
    // The identifier at the source; prevents importing an event twice.
    source_id: text({ readOnly: true, max: 120, read: house }),
    noted_by: reference('users', { readOnly: true, openTitle: true, read: house }),
  },
  access: { read: [...house, 'Agent'], create: [], edit: [], delete: [] },
  partOf: { area: 'containers', by: 'container_id' },
  sort: ['id'],
})
export type ContainerEvent = RecordOf<typeof containerEvents>
