import type { DocumentType } from './document-types'

/** The facts that documents state of a shipment and that must agree with its shipping instruction. */
export const checkedFacts = [
  'pieces_qty',
  'cartons_qty',
  'gross_kg',
  'net_kg',
  'volume_m3',
  'bl_no',
  'goods_description',
] as const
export type CheckedFact = (typeof checkedFacts)[number]

/** The facts of a shipment in its booking. */
export interface ShipmentFacts {
  pieces_qty: number | null
  cartons_qty: number | null
  gross_kg: string | null
  net_kg: string | null
  volume_m3: string | null
  hbl_no: string | null
  mbl_no: string | null
  awb_no: string | null
  goods_description: string | null
}

/** The facts that documents of a type usually state; others can be entered too. */
export const factsOf = (type: unknown): readonly CheckedFact[] => statedFacts[type as DocumentType] ?? []

const transportFacts: readonly CheckedFact[] = ['cartons_qty', 'gross_kg', 'volume_m3', 'bl_no']
const statedFacts: Readonly<Partial<Record<DocumentType, readonly CheckedFact[]>>> = {
  commercial_invoice: ['pieces_qty', 'goods_description'],
  packing_list: ['pieces_qty', 'cartons_qty', 'gross_kg', 'net_kg', 'volume_m3'],
  bill_of_lading: transportFacts,
  air_waybill: transportFacts,
  forwarder_receipt: transportFacts,
  shipment_advice: transportFacts,
  certificate_of_origin: ['cartons_qty', 'gross_kg', 'goods_description'],
  preferential_origin: ['cartons_qty', 'gross_kg', 'goods_description'],
  export_declaration: ['pieces_qty', 'cartons_qty', 'gross_kg', 'net_kg'],
}

/** A fact that differs between a document and its booking. */
export interface FactDifference {
  fact: CheckedFact
  document: string
  booking: string
}

type Facts = Readonly<Record<string, unknown>>

/**
 * Compares the facts of a document with its shipment. Facts that the document does not state, or the booking does not
 * have yet, are not compared.
 */
export const compareFacts = (document: Facts, shipment: Facts): FactDifference[] =>
  checkedFacts.flatMap((fact): FactDifference[] => {
    const stated = textOf(document[fact])
    const expected = expectedValues(fact, document.doc_type, shipment)
    const [first] = expected
    if (stated === '' || first === undefined || expected.some((value) => agree(fact, stated, value))) return []
    return [{ fact, document: stated, booking: first }]
  })

/**
 * The values of a fact in the booking, as text. A bill of lading may have the number of the house or of the carrier.
 */
export const expectedValues = (fact: CheckedFact, type: unknown, shipment: Facts): string[] => {
  const numbers = type === 'air_waybill' ? ['awb_no', 'hbl_no', 'mbl_no'] : ['hbl_no', 'mbl_no', 'awb_no']
  return (fact === 'bl_no' ? numbers : [fact]).map((name) => textOf(shipment[name])).filter((value) => value !== '')
}

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value).trim())

/** Rounding tolerances: documents state whole kilograms, and cubic metres with two decimals. */
const tolerances: Readonly<Partial<Record<CheckedFact, number>>> = { gross_kg: 0.5, net_kg: 0.5, volume_m3: 0.005 }
/** Tolerance for floating-point errors. */
const epsilon = 1e-9

const agree = (fact: CheckedFact, stated: string, expected: string): boolean => {
  if (fact === 'bl_no') return alphanumeric(stated) === alphanumeric(expected)
  if (fact === 'goods_description') return wordsOf(stated) === wordsOf(expected)
  return Math.abs(Number(stated) - Number(expected)) <= (tolerances[fact] ?? 0) + epsilon
}

/** Numbers may be written with hyphens and spaces. */
const alphanumeric = (text: string) =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
const wordsOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim()
