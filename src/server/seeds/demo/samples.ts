import type { Input } from '#server/seeds/references.ts'
import { addDays } from '#shared/base/dates.ts'
import { chosenSizes, type SampleSizesRule, writeQuantities } from '#shared/trade/samples.ts'

/** An open order line of a supplier with demo accounts. */
export interface SampledLine {
  id: number
  article_id: number
  colourway_id: number | null
  supplier_id: number
  agent_id: number | null
  base_size_id: number | null
  sizes: { id: number; label: string }[]
}

/** The sample types by code. */
export type SampleTypes = ReadonlyMap<string, { id: number; sizes_rule: SampleSizesRule }>

/** The values that all sample requests of the demo have in common. */
interface Common {
  day: string
  office: number
  location: number
  types: SampleTypes
}

/** One sample: its state, its type, and its dates as days from today. */
interface Scenario {
  status: string
  type: string
  due: number
  sent?: number
  received?: number
  evaluated?: number
  words?: Record<string, string>
  /** The next round, which followed the rejection of this one. */
  next?: Omit<Scenario, 'type'>
}

const scenarios: readonly Scenario[] = [
  { status: 'draft', type: 'PROTO', due: 24 },
  { status: 'requested', type: 'FIT', due: 6 },
  { status: 'requested', type: 'LAB_DIP', due: -3 },
  { status: 'acknowledged', type: 'PPS', due: 4 },
  { status: 'in_making', type: 'SIZE_SET', due: 2 },
  { status: 'in_making', type: 'PHOTO', due: -1 },
  { status: 'part_dispatched', type: 'SMS', due: 1, sent: -1 },
  { status: 'dispatched', type: 'PPS', due: 0, sent: -2 },
  { status: 'received', type: 'FIT', due: -4, sent: -6, received: -2 },
  { status: 'received', type: 'STRIKE_OFF', due: -14, sent: -13, received: -9 },
  { status: 'approved', type: 'PPS', due: -24, sent: -26, received: -21, evaluated: -19 },
  {
    status: 'approved_with_comments',
    type: 'LAB_DIP',
    due: -20,
    sent: -19,
    received: -15,
    evaluated: -12,
    words: {
      colour_comments: 'A touch too blue under D65, fine under TL84. Proceed, keep bulk on this side of the standard.',
    },
  },
  {
    status: 'on_hold',
    type: 'SEALED',
    due: -8,
    sent: -9,
    received: -5,
    evaluated: -4,
    words: { construction_comments: 'Waiting for the buyer’s word on the side seam.' },
  },
  {
    status: 'rejected',
    type: 'FIT',
    due: -12,
    sent: -11,
    received: -7,
    evaluated: -3,
    words: { fit_comments: 'Chest 2 cm too wide, sleeve 1.5 cm too long. Neck sits well.' },
  },
  {
    status: 'resubmitted',
    type: 'PPS',
    due: -30,
    sent: -28,
    received: -24,
    evaluated: -20,
    words: {
      fit_comments: 'Hem uneven by 1 cm front to back.',
      construction_comments: 'Care label sewn upside down. Side seam puckers.',
    },
    next: { status: 'received', due: -5, sent: -6, received: -1 },
  },
  {
    status: 'dropped',
    type: 'PROTO',
    due: -40,
    sent: -38,
    received: -34,
    evaluated: -31,
    words: { construction_comments: 'The quilting does not hold its shape in this cloth.' },
  },
  { status: 'cancelled', type: 'COUNTER', due: -10 },
]

/** The number of lines that a supplier needs for all scenarios. */
export const linesPerSupplier = scenarios.length

/** The first rounds, in every state: a scenario for each line, in the order of the lines. */
export const firstSamples = (lines: readonly SampledLine[], common: Common): Input[] =>
  lines.map((line, index) => requestOf(line, scenarioAt(index), common))

/** The second rounds; `made` has the records of the first ones. */
export const laterSamples = (
  made: readonly { id?: unknown; series_no?: unknown }[],
  lines: readonly SampledLine[],
  common: Common,
): Input[] =>
  lines.flatMap((line, index) => {
    const { next, type } = scenarioAt(index)
    const before = made[index]
    if (!next || !before) return []
    const round = { round: 2, series_no: before.series_no, previous_request_id: before.id }
    return [{ ...requestOf(line, { ...next, type }, common), ...round } as Input]
  })

const decided = (type: string, due: number, status = 'approved', words = {}): Scenario => ({
  ...{ status, type, due, words },
  ...{ sent: due - 2, received: due + 2, evaluated: due + 4 },
})
const waiting = (type: string, due: number, status: string): Scenario => ({ status, type, due })

/** Sets of samples that a line's production waits for, from all approved to the first one rejected. */
const sets: readonly (readonly Scenario[])[] = [
  [decided('SIZE_SET', -40), decided('PPS', -28), decided('SHIPMENT', -9)],
  [decided('SIZE_SET', -38), decided('PPS', -24), waiting('SHIPMENT', 8, 'in_making')],
  [
    decided('SIZE_SET', -35),
    { status: 'received', type: 'PPS', due: -5, sent: -6, received: -2 },
    waiting('SHIPMENT', 20, 'requested'),
  ],
  [
    decided('SIZE_SET', -21),
    decided('PPS', -10, 'rejected', { construction_comments: 'Topstitch runs off at the placket.' }),
    waiting('SHIPMENT', 25, 'requested'),
  ],
  [decided('SIZE_SET', -30), decided('PPS', -15), decided('SHIPMENT', -6)],
  [waiting('SIZE_SET', 3, 'acknowledged'), waiting('PPS', 14, 'requested'), waiting('SHIPMENT', 40, 'draft')],
]

/** All samples for which cutting, bulk production and shipment of these lines wait. */
export const sampleSets = (lines: readonly SampledLine[], common: Common): Input[] =>
  lines.flatMap((line, index) => (sets[index % sets.length] ?? []).map((scenario) => requestOf(line, scenario, common)))

/** The states of samples that have arrived, and that therefore have photos. */
export const arrivedStates = [
  'received',
  'approved',
  'approved_with_comments',
  'rejected',
  'resubmitted',
  'on_hold',
] as const

const scenarioAt = (index: number): Scenario => scenarios[index % scenarios.length] as Scenario

const requestOf = (line: SampledLine, scenario: Scenario, { day, office, location, types }: Common): Input => {
  const { status, due, sent, received, evaluated, words = {} } = scenario
  const type = types.get(scenario.type)
  const all = line.sizes.map(({ id }) => id)
  const sizes = chosenSizes(type?.sizes_rule ?? 'base', all, line.base_size_id)
  const labelOf = (size: number | null) => line.sizes.find(({ id }) => id === size)?.label ?? ''
  const isPart = status === 'part_dispatched'
  const rows = (sizes.length > 0 ? sizes : [null]).map((size_id, index) => {
    const qty = sizes.length > 0 ? 2 : 3
    return { size_id, qty, sent_qty: sent === undefined ? 0 : isPart && index === 0 ? qty - 1 : qty }
  })
  const pieces = rows.reduce((sum, row) => sum + row.sent_qty, 0)
  const at = (days: number, hour: string) => `${addDays(day, days)}T${hour}:00.000Z`
  const requested = Math.min(due, sent ?? due) - 14
  const isSent = status !== 'draft'
  const isTaken = !['draft', 'requested', 'cancelled'].includes(status)
  return {
    sample_type_id: type?.id,
    po_line_id: line.id,
    article_id: line.article_id,
    colourway_id: line.colourway_id,
    supplier_id: line.supplier_id,
    location_id: location,
    due_date: addDays(day, due),
    priority: due === -3 ? 'urgent' : 'normal',
    status,
    sizes: rows,
    requested_by: office,
    ...(isSent && { requested_at: at(requested, '08:30') }),
    ...(isTaken && {
      acknowledged_at: at(requested + 1, '02:10'),
      promised_date: addDays(day, due + (due < 0 ? 0 : 1)),
    }),
    ...(sent !== undefined && {
      dispatch_date: addDays(day, sent),
      dispatches: [
        {
          part_no: 1,
          dispatch_date: addDays(day, sent),
          courier: 'DHL Express',
          awb_no: `10${String(4_000_000 + line.id * 37 - due).padStart(8, '0')}`,
          quantities: writeQuantities(rows.map((row) => ({ label: labelOf(row.size_id), qty: row.sent_qty }))),
          qty: pieces,
          fabric_status: 'actual',
          trims_status: due % 2 === 0 ? 'actual' : 'substitute',
          is_lost: false,
          dispatched_by: line.agent_id,
          dispatched_at: at(sent, '09:05'),
        },
      ],
    }),
    ...(received !== undefined && { received_date: addDays(day, received), received_qty: pieces, condition: 'good' }),
    ...(evaluated !== undefined && {
      result: resultOf[status] ?? status,
      next_action: actionOf[status] ?? 'proceed',
      evaluated_by: office,
      evaluated_at: at(evaluated, '14:20'),
      ...words,
    }),
  } as Input
}

const resultOf: Readonly<Record<string, string>> = { resubmitted: 'rejected', dropped: 'rejected' }
const actionOf: Readonly<Record<string, string | null>> = {
  rejected: 'resubmit',
  resubmitted: 'resubmit',
  dropped: 'drop',
  on_hold: null,
}
