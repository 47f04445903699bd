/**
 * How cargo travels: as a full container load (`fcl`) that the factory loads, as less than a container load (`lcl`), or
 * without a container.
 */
export const loadTypes = ['fcl', 'lcl', 'air', 'courier', 'road', 'rail'] as const
export type LoadType = (typeof loadTypes)[number]

/** The transport modes of orders that correspond to a load type. */
const modesOf: Readonly<Record<LoadType, readonly string[]>> = {
  fcl: ['sea', 'sea_air'],
  lcl: ['sea', 'sea_air'],
  air: ['air', 'sea_air'],
  courier: ['courier'],
  road: ['road'],
  rail: ['rail'],
}

/** Whether a load type does not correspond to the ordered transport mode. */
export const isModeChange = (load: unknown, mode: string | null): boolean =>
  mode !== null && !modesOf[load as LoadType]?.includes(mode)

/** Whether goods of this load type travel in containers. */
export const isContainerised = (load: unknown): boolean => load === 'fcl' || load === 'lcl'

/** Exceptions of a booking from its order; the office sees them before it approves. */
export const bookingExceptions = [
  'early',
  'late',
  'very_late',
  'qty_over',
  'qty_under',
  'mode_change',
  'readiness',
  'inspection_missing',
  'other_factory',
  'other_country',
] as const
export type BookingException = (typeof bookingExceptions)[number]

/** Exceptions that only an administrator may approve. */
export const adminExceptions: readonly BookingException[] = ['very_late', 'mode_change']

/** Days after the end of the ship window from which a booking needs an administrator. */
export const veryLateDays = 7

/** Classes of dangerous goods by the UN Model Regulations. */
export const dangerClasses = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** How the bill of lading is released. */
export const blReleases = ['original', 'telex', 'seaway'] as const

/** States of a booking whose goods will not travel. */
export const endedStates = ['rejected', 'cancelled'] as const

/** States in which a booking waits for the office. */
export const officeStates = [
  'submitted',
  'approved',
  'si_submitted',
  'si_accepted',
  'cargo_received',
  'cancel_requested',
] as const

/** States in which the units of a booking count as booked. */
export const bookedStates = [
  'submitted',
  'approved',
  'confirmed',
  'si_submitted',
  'si_accepted',
  'cargo_received',
  'shipped',
  'arrived',
  'closed',
  'cancel_requested',
] as const
/** States in which the office has approved space for the goods. */
export const spaceStates = [
  'approved',
  'confirmed',
  'si_submitted',
  'si_accepted',
  'cargo_received',
  'shipped',
  'arrived',
  'closed',
] as const
/** States in which the carrier has the goods: they have left the factory. */
export const handedOverStates = ['cargo_received', 'shipped', 'arrived', 'closed'] as const
/** States in which the units of a booking count as shipped. */
export const shippedStates = ['shipped', 'arrived', 'closed'] as const
