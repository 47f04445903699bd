import { daysBetween, today } from '#shared/base/dates.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { screenTexts } from '#web/kit/page/screen-texts.ts'
import { poLineRrps } from '../area'

export const screenText = screenTexts(poLineRrps)

/** States in which the supplier does not know the price yet. */
export const unreleased: readonly string[] = ['required', 'entered', 'approved']

/** Days until the price must be released, negative once it is late; null when it is not due. */
export const daysLeft = ({ status, is_open, due_date }: AnyRecord, day = today()): number | null =>
  is_open === true && typeof due_date === 'string' && unreleased.includes(status ?? '')
    ? daysBetween(day, due_date)
    : null

/** The lateness of a price, or the days left within the next two weeks. */
export const dueText = (rrp: AnyRecord): { text: string; tone: Tone } | null => {
  const remaining = daysLeft(rrp)
  if (remaining === null || remaining > 14) return null
  if (remaining === 0) return { text: screenText('today'), tone: 'warning' }
  return remaining < 0
    ? { text: screenText('late', { count: -remaining }), tone: 'danger' }
    : { text: screenText('left', { count: remaining }), tone: 'warning' }
}
