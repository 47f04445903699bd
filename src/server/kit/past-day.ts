import { today } from '#shared/base/dates.ts'
import { zoneOf } from '#shared/standards/time-zones.ts'
import type { Work } from './kit'

/**
 * Whether a planned day is over in the time zones of both the office and the supplier: a country further west may still
 * be on that day.
 */
export const isPast = async (
  { context, now, tx }: Pick<Work, 'context' | 'now' | 'tx'>,
  day: unknown,
  supplierId: unknown,
): Promise<boolean> => {
  if (String(day) >= context.today) return false
  const [supplier] = await tx.query<{ country: string | null }>(
    'select country from suppliers where id = $1',
    [supplierId ?? null],
    'past_day_supplier',
  )
  const countries = [context.settings.office_country, supplier?.country]
  return countries.every((country) => String(day) < today(zoneOf(String(country ?? '')), new Date(now)))
}
