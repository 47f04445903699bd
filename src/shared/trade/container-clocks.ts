import { daysBetween } from '#shared/base/dates.ts'
import { outStates, portStates } from './containers'

/** A clock of charges: unknown (`none`), within its free days, on the last of them, past them, or stopped. */
export interface Clock {
  state: 'none' | 'free' | 'last_day' | 'over' | 'stopped'
  /** Days until the end of the free time; for `over` and `stopped`, days past it. */
  days: number
}

const none: Clock = { state: 'none', days: 0 }

/** Days before the end of the free time that count as `last_day`. */
const warnDays = 1

const clockOf = (end: string | null, stoppedOn: string | null, isRunning: boolean, today: string): Clock => {
  if (!end) return none
  if (stoppedOn) return { state: 'stopped', days: Math.max(daysBetween(end, stoppedOn), 0) }
  if (!isRunning) return none
  const remaining = daysBetween(today, end)
  if (remaining < 0) return { state: 'over', days: -remaining }
  return { state: remaining <= warnDays ? 'last_day' : 'free', days: remaining }
}

const dayOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

type Facts = Readonly<Record<string, unknown>>

/** Demurrage: the terminal's charge for a full container at the port, from the day after `last_free_day`. */
export const demurrageOf = ({ status, last_free_day, gated_out_on }: Facts, today: string): Clock =>
  clockOf(
    dayOf(last_free_day),
    dayOf(gated_out_on),
    portStates.some((state) => state === status),
    today,
  )

/** Detention: the carrier's charge for a container away from the port, from the day after `empty_return_due`. */
export const detentionOf = ({ status, empty_return_due, empty_returned_on }: Facts, today: string): Clock =>
  clockOf(
    dayOf(empty_return_due),
    dayOf(empty_returned_on),
    outStates.some((state) => state === status),
    today,
  )
