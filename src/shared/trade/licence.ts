import type { Filter } from '#shared/kit/filter.ts'
import { type Text, textOf } from '#shared/kit/text.ts'

/** A factory's business licence. */
export interface Licence {
  business_licence_no: string | null
  business_licence_expiry: string | null
}

/** Why a factory must not produce on this date: its licence is missing or expired; null if it may. */
export const licenceFault = (
  { business_licence_no, business_licence_expiry }: Licence,
  today: string,
): 'missing' | 'expired' | null => {
  if (!business_licence_no || !business_licence_expiry) return 'missing'
  return business_licence_expiry < today ? 'expired' : null
}

/** The problem of a factory's licence, with its name and the expiry date. */
export const licenceText = (
  fault: 'missing' | 'expired',
  { business_licence_expiry }: Licence,
  factory: string,
): Text =>
  fault === 'missing'
    ? textOf('problems.factory-allocations.licence_missing', { factory })
    : textOf('problems.factory-allocations.licence_expired', { factory, date: business_licence_expiry ?? '' })

/** States of factories that produce goods. */
export const makingStates: readonly string[] = ['approved', 'conditional']

/** List filters for producing factories whose licence expires by a date, shared by preset and tile. */
export const licenceEndsBy = (day: string): Filter[] => [
  { field: 'status', op: '', values: [...makingStates] },
  { field: 'business_licence_expiry', op: '_lte', values: [day] },
]
