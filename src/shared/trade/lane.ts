/** What goods must share to travel on one booking, as their order has it. */
export const laneFields = [
  'supplier_id',
  'incoterm',
  'incoterm_place',
  'transport_mode',
  'port_of_loading_id',
  'port_of_discharge_id',
  'ship_to_location_id',
] as const
export type LaneField = (typeof laneFields)[number]

/** The lane of an order; what the order leaves open is null. */
export type Lane = Readonly<Record<LaneField, string | number | null>>

/** The fields in which two lanes differ, in the order of `laneFields`. */
export const laneDifferences = (lane: Lane, other: Lane): LaneField[] =>
  laneFields.filter((field) => plain(lane[field]) !== plain(other[field]))

// Names of places are typed by people.
const plain = (value: string | number | null | undefined) =>
  typeof value === 'string' ? value.trim().toLowerCase() || null : (value ?? null)
