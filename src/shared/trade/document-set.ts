import { addDays } from '#shared/base/dates.ts'
import type { DocumentType } from './document-types'

/** States of a booking in which its documents are required. */
export const documentedStates = [
  'confirmed',
  'si_submitted',
  'si_accepted',
  'cargo_received',
  'shipped',
  'arrived',
  'closed',
] as const

/** States of a document that need no further action. */
export const settledStates = ['approved', 'not_needed'] as const
/** States of a document that the supplier has to provide. */
export const awaitedStates = ['missing', 'rejected'] as const

/** The terms of a shipment that decide which documents it needs. */
export interface ShipmentTerms {
  incoterm: string | null
  ship_to_country: string | null
  load_type: string | null
  /** The payment methods in the payment terms of its orders. */
  methods: readonly string[]
}

/** A row of the library: a document that is needed if all conditions hold; an empty condition always holds. */
export interface DocumentRequirement {
  doc_type: DocumentType
  incoterms: readonly string[]
  /** ISO 3166-1 codes separated by spaces. */
  countries: string | null
  load_types: readonly string[]
  payment_methods: readonly string[]
}

/** The types of documents that a shipment needs. */
export const requiredTypes = (
  requirements: readonly DocumentRequirement[],
  { incoterm, ship_to_country, load_type, methods }: ShipmentTerms,
): ReadonlySet<DocumentType> =>
  new Set(
    requirements
      .filter(
        (row) =>
          isMet(row.incoterms, [incoterm]) &&
          isMet(countriesOf(row.countries), [ship_to_country]) &&
          isMet(row.load_types, [load_type]) &&
          isMet(row.payment_methods, methods),
      )
      .map(({ doc_type }) => doc_type),
  )

/** The country codes of a requirement, as a list. */
export const countriesOf = (text: unknown): string[] =>
  typeof text === 'string' ? text.split(' ').filter((code) => code !== '') : []

/** Whether the shipment has one of the required values; no required value means any. */
const isMet = (required: readonly string[], values: readonly (string | null)[]) =>
  required.length === 0 || values.some((value) => value !== null && required.includes(value))

/** Whether goods of this load type travel by air, so that their documents travel with them. */
export const isAirborne = (load: unknown): boolean => load === 'air' || load === 'courier'

/** The departure of a shipment: how, when expected and when actual. */
export interface Departure {
  load_type: string | null
  etd: string | null
  atd: string | null
  methods: readonly string[]
}

/**
 * The due date of the documents of a shipment: some days after its departure, depending on the settings. Null until the
 * departure is known.
 */
export const dueDateOf = ({ load_type, etd, atd }: Departure, settings: Readonly<Record<string, unknown>>) => {
  const departure = atd ?? etd
  if (!departure) return null
  return addDays(
    departure,
    Number((isAirborne(load_type) ? settings.documents_days_air : settings.documents_days_sea) ?? 0),
  )
}

/**
 * The last date for presenting documents to the bank under a letter of credit; null for other payment methods, or
 * before departure.
 */
export const presentationDate = ({ atd, methods }: Departure, settings: Readonly<Record<string, unknown>>) =>
  atd && methods.includes('LC') ? addDays(atd, Number(settings.presentation_days ?? 21)) : null
