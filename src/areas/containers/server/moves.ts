import { invalid } from '#server/kit/errors.ts'
import type { Doc, MoveHooks, Work } from '#server/kit/kit.ts'
import { addDays } from '#shared/base/dates.ts'
import { textOf } from '#shared/kit/text.ts'
import { isLoose, type Milestone, moveOfMilestone } from '#shared/trade/containers.ts'
import { note } from './note'

type Input = Record<string, unknown>

const refusal = (field: string, text: string) => invalid({ [field]: [textOf(text)] })

/** The fields with the dates of milestones before a milestone, the nearest first. */
const earlierDates: Readonly<Partial<Record<Milestone, readonly string[]>>> = {
  departed: ['loaded_on'],
  arrived_port: ['atd'],
  customs_hold: ['atd'],
  customs_cleared: ['atd'],
  gated_out: ['ata'],
  arrived_dc: ['gated_out_on', 'ata'],
  received: ['arrived_dc_on'],
  empty_returned: ['gated_out_on'],
}

/** Sets the date of a milestone and adds a diary entry; the other inputs of the move are copied to their fields. */
const reach = (work: Work, container: Doc, type: Milestone, input: Input) => {
  const entry = type === 'received' ? { asks: 'received_on', field: 'received_on' } : moveOfMilestone[type]
  if (!entry) return
  const { [entry.asks]: day, reason: _reason, ...others } = input
  if (work.me.id !== 0) {
    // Tomorrow is accepted, because it may be today in a country further east.
    if (String(day) > addDays(work.context.today, 1)) throw refusal(entry.asks, 'problems.containers.future')
    const earliest = earlierDates[type]?.map((field) => container[field]).find((value) => typeof value === 'string')
    if (earliest && String(day) < String(earliest)) throw refusal(entry.asks, 'problems.containers.out_of_order')
  }
  for (const [field, value] of Object.entries(others))
    if (value !== null && value !== undefined && value !== '' && !ignoredInputs.includes(field))
      container[field] = value
  container[entry.field] = day
  note(work, container, { type, kind: 'actual', day: String(day) })
}
const ignoredInputs = ['version', 'comment']

const reaches =
  (type: Milestone): MoveHooks['effect'] =>
  (work, container, _change, input) =>
    reach(work, container, type, input)

export const moves: Record<string, MoveHooks> = {
  load: {
    effect: (work, container, _change, input) => {
      const seal = input.seal_no || container.seal_no
      if (work.me.id !== 0 && !isLoose(container.type) && !seal)
        throw refusal('seal_no', 'problems.containers.seal_needed')
      reach(work, container, 'loaded', input)
    },
  },
  depart: { effect: reaches('departed') },
  arrive_port: { effect: reaches('arrived_port') },
  hold_customs: {
    effect: (work, container, _change, input) => {
      reach(work, container, 'customs_hold', input)
      container.holds = [...new Set([...((container.holds ?? []) as string[]), 'customs'])]
    },
  },
  clear_customs: {
    effect: (work, container, _change, input) => {
      reach(work, container, 'customs_cleared', input)
      container.holds = ((container.holds ?? []) as string[]).filter((hold) => hold !== 'customs')
    },
  },
  gate_out: { effect: reaches('gated_out') },
  arrive_dc: { effect: reaches('arrived_dc') },
  start_unloading: {
    effect: (work, container, _change, { seal_check, dock }) => {
      if (work.me.id !== 0 && !isLoose(container.type) && !seal_check)
        throw refusal('seal_check', 'problems.containers.seal_check_needed')
      Object.assign(container, { unload_started_at: work.now, unload_ended_at: null, seal_check: seal_check ?? null })
      if (dock) container.dock = dock
      note(work, container, { type: 'unloading', kind: 'actual', day: work.context.today })
    },
  },
  receive: {
    effect: (work, container, _change, input) => {
      reach(work, container, 'received', input)
      container.unload_ended_at = work.now
    },
  },
  recount: {
    effect: (_work, container) => void Object.assign(container, { received_on: null, unload_ended_at: null }),
  },
  return_empty: { effect: reaches('empty_returned') },
}
