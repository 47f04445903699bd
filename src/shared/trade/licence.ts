import { type Text, textOf } from '#shared/kit/text.ts'

/** What is known of a factory's business licence. */
export interface Licence {
  business_licence_no: string | null
  business_licence_expiry: string | null
}

/** Whether a factory may work on this day: its licence is on file and has not run out; null where it may. */
export const licenceFault = (
  { business_licence_no, business_licence_expiry }: Licence,
  today: string,
): 'missing' | 'expired' | null => {
  if (!business_licence_no || !business_licence_expiry) return 'missing'
  return business_licence_expiry < today ? 'expired' : null
}

/** What is wrong with the licence of a factory, with its name and the day on which it ran out. */
export const licenceText = (
  fault: 'missing' | 'expired',
  { business_licence_expiry }: Licence,
  factory: string,
): Text =>
  fault === 'missing'
    ? textOf('problems.factory-allocations.licence_missing', { factory })
    : textOf('problems.factory-allocations.licence_expired', { factory, date: business_licence_expiry ?? '' })
