import { containerTypes } from './cargo'

/** What goods travel in: a type of container, or a consignment without a container of its own (`LCL`, `AIR`). */
export const containerKinds = [...containerTypes, 'LCL', 'AIR'] as const

/** Whether it is a consignment without a container: it has no container number, no seal and no empty return. */
export const isLoose = (type: unknown): boolean => type === 'LCL' || type === 'AIR'

/** The milestones of a container in order; transhipments and customs holds are listed where they usually happen. */
export const milestones = [
  'loaded',
  'departed',
  'transhipped',
  'arrived_port',
  'customs_hold',
  'customs_cleared',
  'gated_out',
  'arrived_dc',
  'unloading',
  'received',
  'empty_returned',
] as const
export type Milestone = (typeof milestones)[number]

/** The milestones that carriers and agents report. Unloading and receipt are entered by the distribution centre. */
export const reportedMilestones = [
  'loaded',
  'departed',
  'transhipped',
  'arrived_port',
  'customs_hold',
  'customs_cleared',
  'gated_out',
  'arrived_dc',
  'empty_returned',
] as const satisfies readonly Milestone[]

export const eventKinds = ['planned', 'estimated', 'actual'] as const
export type EventKind = (typeof eventKinds)[number]

/** States in which a container number is free again for another voyage. */
export const freedStates = ['empty_returned', 'closed', 'cancelled'] as const
/** States in which the goods have not been loaded on a vessel yet. */
export const unshippedStates = ['planned', 'loaded'] as const
export const notArrivedStates = ['planned', 'loaded', 'on_water'] as const
/** States at the port of arrival, in which demurrage runs. */
export const portStates = ['arrived_port', 'customs_hold', 'customs_cleared'] as const
/** States with the container away from the port, in which detention runs. */
export const outStates = ['gated_out', 'at_dc', 'unloading', 'received'] as const
/** States in which the goods have been counted. */
export const countedStates = ['received', 'empty_returned', 'closed'] as const
/** States in which the goods are at the distribution centre, not received yet. */
export const toReceiveStates = ['at_dc', 'unloading'] as const

export const discrepancies = ['over', 'short', 'damaged'] as const
export type Discrepancy = (typeof discrepancies)[number]

/** Expected, counted and damaged pieces; `received` is null before the count. */
export interface Count {
  expected: number
  received: number | null
  damaged: number
}

export interface Difference {
  short: number
  over: number
  damaged: number
}

/** The difference between expected and counted pieces. Damaged pieces were received, so they are not short. */
export const differenceOf = ({ expected, received, damaged }: Count): Difference => ({
  short: received === null ? 0 : Math.max(expected - received, 0),
  over: received === null ? 0 : Math.max(received - expected, 0),
  damaged,
})

export const addDifferences = (differences: readonly Difference[]): Difference =>
  differences.reduce(
    (sum, { short, over, damaged }) => ({
      short: sum.short + short,
      over: sum.over + over,
      damaged: sum.damaged + damaged,
    }),
    { short: 0, over: 0, damaged: 0 },
  )

export const discrepanciesOf = ({ short, over, damaged }: Difference): Discrepancy[] => [
  ...(over > 0 ? (['over'] as const) : []),
  ...(short > 0 ? (['short'] as const) : []),
  ...(damaged > 0 ? (['damaged'] as const) : []),
]

/** An event of a container. */
export interface ContainerEvent {
  id?: number
  type?: unknown
  kind?: unknown
  day?: unknown
  at?: unknown
  place?: unknown
  source?: unknown
}

/** A milestone as planned first, as estimated last, and as it actually happened. */
export interface MilestoneRow {
  type: Milestone
  planned: ContainerEvent | null
  estimated: ContainerEvent | null
  actual: ContainerEvent | null
}

/** The milestones with events, each with the first plan, the last estimate and the last actual event. */
export const milestoneRows = (events: readonly ContainerEvent[]): MilestoneRow[] => {
  const ofKind = (type: Milestone, kind: EventKind) =>
    events
      .filter((event) => event.type === type && event.kind === kind)
      .sort((a, b) => (a.id ?? Number.MAX_SAFE_INTEGER) - (b.id ?? Number.MAX_SAFE_INTEGER))
  return milestones.flatMap((type) => {
    const row = {
      type,
      planned: ofKind(type, 'planned')[0] ?? null,
      estimated: ofKind(type, 'estimated').at(-1) ?? null,
      actual: ofKind(type, 'actual').at(-1) ?? null,
    }
    return row.planned || row.estimated || row.actual ? [row] : []
  })
}

/** By milestone, the move that an actual event causes, the states in which it can, and the field with its date. */
export const moveOfMilestone: Readonly<
  Partial<Record<Milestone, { move: string; from: readonly string[]; asks: string; field: string }>>
> = {
  loaded: { move: 'load', from: ['planned'], asks: 'loaded_on', field: 'loaded_on' },
  departed: { move: 'depart', from: ['planned', 'loaded'], asks: 'atd', field: 'atd' },
  arrived_port: { move: 'arrive_port', from: ['on_water'], asks: 'ata', field: 'ata' },
  customs_hold: { move: 'hold_customs', from: ['arrived_port', 'customs_cleared'], asks: 'held_on', field: 'held_on' },
  customs_cleared: {
    move: 'clear_customs',
    from: ['arrived_port', 'customs_hold'],
    asks: 'cleared_on',
    field: 'cleared_on',
  },
  gated_out: { move: 'gate_out', from: ['customs_cleared'], asks: 'gated_out_on', field: 'gated_out_on' },
  arrived_dc: { move: 'arrive_dc', from: ['gated_out'], asks: 'arrived_dc_on', field: 'arrived_dc_on' },
  empty_returned: { move: 'return_empty', from: ['received'], asks: 'empty_returned_on', field: 'empty_returned_on' },
}

/** The actual event that the container's state waits for next; null if there is none. */
export const nextMilestone = (status: string, events: readonly ContainerEvent[]): ContainerEvent | null => {
  const actual = milestoneRows(events).flatMap(({ actual: event }) => (event ? [event] : []))
  const day = (type: Milestone) => String(actual.find((event) => event.type === type)?.day ?? '')
  const fits = actual.filter((event) => {
    const entry = moveOfMilestone[event.type as Milestone]
    if (!entry?.from.includes(status)) return false
    // Of a customs hold and a clearance the later one counts.
    if (event.type === 'customs_hold') return day('customs_hold') > day('customs_cleared')
    if (event.type === 'customs_cleared') return day('customs_cleared') >= day('customs_hold')
    return true
  })
  return fits[0] ?? null
}

/** An actual event that does not change the state yet, and the milestone that has to be reported before it. */
export interface WaitingMilestone {
  type: Milestone
  missing: Milestone
}

/** The actual events beyond a container's state, if the next milestone for that state is not reported. */
export const waitingMilestones = (status: string, events: readonly ContainerEvent[]): WaitingMilestone[] => {
  const missing = missingIn[status]
  if (!missing || nextMilestone(status, events)) return []
  return milestoneRows(events).flatMap(({ type, actual }) =>
    actual && type in moveOfMilestone && milestones.indexOf(type) > milestones.indexOf(missing)
      ? [{ type, missing }]
      : [],
  )
}
/** The milestone that each state waits for. */
const missingIn: Readonly<Record<string, Milestone>> = {
  planned: 'departed',
  loaded: 'departed',
  on_water: 'arrived_port',
  arrived_port: 'customs_cleared',
  customs_hold: 'customs_cleared',
  customs_cleared: 'gated_out',
  gated_out: 'arrived_dc',
  at_dc: 'unloading',
  unloading: 'received',
}
