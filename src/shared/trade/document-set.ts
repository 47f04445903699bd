import { addDays } from '#shared/base/dates.ts'
import type { DocumentType } from './document-types'

/** States of a booking from which on its papers are asked for. */
export const documentedStates = [
  'confirmed',
  'si_submitted',
  'si_accepted',
  'cargo_received',
  'shipped',
  'arrived',
  'closed',
] as const

/** States of a paper in which nothing is left to do for it. */
export const settledStates = ['approved', 'not_needed'] as const
/** States in which the supplier has to bring it. */
export const awaitedStates = ['missing', 'rejected'] as const

/** The terms of a shipment that decide which papers it needs. */
export interface ShipmentTerms {
  incoterm: string | null
  ship_to_country: string | null
  load_type: string | null
  /** How its orders are paid, by the methods of their payment terms. */
  methods: readonly string[]
}

/** A row of the library: a paper that is needed where all of its conditions hold; an empty one holds for all. */
export interface DocumentRequirement {
  doc_type: DocumentType
  incoterms: readonly string[]
  /** Codes of ISO 3166-1, divided by spaces. */
  countries: string | null
  load_types: readonly string[]
  payment_methods: readonly string[]
}

/** The types of papers that a shipment needs. */
export const requiredTypes = (
  requirements: readonly DocumentRequirement[],
  { incoterm, ship_to_country, load_type, methods }: ShipmentTerms,
): ReadonlySet<DocumentType> =>
  new Set(
    requirements
      .filter(
        (row) =>
          holds(row.incoterms, [incoterm]) &&
          holds(countriesOf(row.countries), [ship_to_country]) &&
          holds(row.load_types, [load_type]) &&
          holds(row.payment_methods, methods),
      )
      .map(({ doc_type }) => doc_type),
  )

/** The countries of a requirement. */
export const countriesOf = (text: unknown): string[] =>
  typeof text === 'string' ? text.split(' ').filter((code) => code !== '') : []

const holds = (wanted: readonly string[], has: readonly (string | null)[]) =>
  wanted.length === 0 || has.some((value) => value !== null && wanted.includes(value))

/** Whether goods of this load type fly: their papers travel with them. */
export const isAirborne = (load: unknown): boolean => load === 'air' || load === 'courier'

/** When and how a shipment leaves. */
export interface Departure {
  load_type: string | null
  etd: string | null
  atd: string | null
  methods: readonly string[]
}

/** Until when the papers of a shipment are due: some days after it sails. Null until that is known. */
export const dueDateOf = ({ load_type, etd, atd }: Departure, settings: Readonly<Record<string, unknown>>) => {
  const sails = atd ?? etd
  if (!sails) return null
  return addDays(
    sails,
    Number((isAirborne(load_type) ? settings.documents_days_air : settings.documents_days_sea) ?? 0),
  )
}

/** Until when papers must be presented to the bank, where a letter of credit pays and the goods have left. */
export const presentationDate = ({ atd, methods }: Departure, settings: Readonly<Record<string, unknown>>) =>
  atd && methods.includes('LC') ? addDays(atd, Number(settings.presentation_days ?? 21)) : null
