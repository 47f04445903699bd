/** The fields of an order that goods must share to travel on one booking. */
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

/** The lane of an order; a field that the order leaves open is null. */
export type Lane = Readonly<Record<LaneField, string | number | null>>

/** The fields in which two lanes differ, in the order of `laneFields`. */
export const laneDifferences = (lane: Lane, other: Lane): LaneField[] =>
  laneFields.filter((field) => normalized(lane[field]) !== normalized(other[field]))

// People type the names of places, so ignore case and surrounding spaces.
const normalized = (value: string | number | null | undefined) =>
  typeof value === 'string' ? value.trim().toLowerCase() || null : (value ?? null)
