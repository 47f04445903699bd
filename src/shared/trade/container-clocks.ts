import { daysBetween } from '#shared/base/dates.ts'
import { outStates, portStates } from './containers'

/** A clock of charges: not known, running within its free days, on the last of them, past it, or stopped. */
export interface Clock {
  state: 'none' | 'free' | 'last_day' | 'over' | 'stopped'
  /** Until the end of the free time; behind it where `over`, or where it stopped late. */
  days: number
}

const none: Clock = { state: 'none', days: 0 }

/** The last two free days are shown as the end of the free time. */
const warnDays = 1

const clockOf = (end: string | null, stoppedOn: string | null, isRunning: boolean, today: string): Clock => {
  if (!end) return none
  if (stoppedOn) return { state: 'stopped', days: Math.max(daysBetween(end, stoppedOn), 0) }
  if (!isRunning) return none
  const left = daysBetween(today, end)
  if (left < 0) return { state: 'over', days: -left }
  return { state: left <= warnDays ? 'last_day' : 'free', days: left }
}

const dayOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

type Facts = Readonly<Record<string, unknown>>

/** What the terminal charges for a full box that stays at the port: over when today is past the last free day. */
export const demurrageOf = ({ status, last_free_day, gated_out_on }: Facts, today: string): Clock =>
  clockOf(
    dayOf(last_free_day),
    dayOf(gated_out_on),
    portStates.some((state) => state === status),
    today,
  )

/** What the carrier charges for a box away from the port: over when today is past the day on which it is due back. */
export const detentionOf = ({ status, empty_return_due, empty_returned_on }: Facts, today: string): Clock =>
  clockOf(
    dayOf(empty_return_due),
    dayOf(empty_returned_on),
    outStates.some((state) => state === status),
    today,
  )
