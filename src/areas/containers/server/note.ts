import type { Doc, Work } from '#server/kit/kit.ts'
import type { EventKind, Milestone } from '#shared/trade/containers.ts'

/** The source of events that the portal itself enters. */
export const ownSource = 'portal'

interface Noted {
  type: Milestone
  kind: EventKind
  day: string
  place?: string | null
}

export const eventsOf = (container: Doc): Doc[] => (container.events ?? []) as Doc[]

/** Adds an entry to a container's diary, unless the last entry of that milestone and kind has the same day. */
export const note = ({ me }: Work, container: Doc, { type, kind, day, place }: Noted) => {
  const last = eventsOf(container).findLast((event) => event.type === type && event.kind === kind)
  if (last?.day === day) return
  container.events = [
    ...eventsOf(container),
    {
      ...{ type, kind, day, at: null, place: place ?? placeOf(container, type) },
      ...{ source: ownSource, source_id: null, noted_by: me.id || null },
    },
  ]
}

/** The place of a milestone by the ports or location of the container; null if unknown. */
const placeOf = (container: Doc, type: Milestone): string | null => {
  const field = places[type]
  const titled = field ? (container[field] as { title?: string } | null | undefined) : null
  return titled?.title ?? null
}

const places: Readonly<Partial<Record<Milestone, string>>> = {
  loaded: 'port_of_loading',
  departed: 'port_of_loading',
  arrived_port: 'port_of_discharge',
  customs_hold: 'port_of_discharge',
  customs_cleared: 'port_of_discharge',
  gated_out: 'port_of_discharge',
  arrived_dc: 'location',
  unloading: 'location',
  received: 'location',
}
