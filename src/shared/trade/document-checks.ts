import type { DocumentType } from './document-types'

/** What papers say of a shipment, and what must agree with its shipping instruction. */
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

/** What a shipment is, as its booking has it. */
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

/** The facts that papers of a type state; those of other types may be entered too. */
export const factsOf = (type: unknown): readonly CheckedFact[] => statedFacts[type as DocumentType] ?? []

const carried: readonly CheckedFact[] = ['cartons_qty', 'gross_kg', 'volume_m3', 'bl_no']
const statedFacts: Readonly<Partial<Record<DocumentType, readonly CheckedFact[]>>> = {
  commercial_invoice: ['pieces_qty', 'goods_description'],
  packing_list: ['pieces_qty', 'cartons_qty', 'gross_kg', 'net_kg', 'volume_m3'],
  bill_of_lading: carried,
  air_waybill: carried,
  forwarder_receipt: carried,
  shipment_advice: carried,
  certificate_of_origin: ['cartons_qty', 'gross_kg', 'goods_description'],
  preferential_origin: ['cartons_qty', 'gross_kg', 'goods_description'],
  export_declaration: ['pieces_qty', 'cartons_qty', 'gross_kg', 'net_kg'],
}

/** A fact on which a paper and its booking do not agree. */
export interface FactDifference {
  fact: CheckedFact
  document: string
  booking: string
}

type Facts = Readonly<Record<string, unknown>>

/**
 * Compares what a paper says with its shipment. What the paper does not state, or the booking does not have yet, is no
 * difference.
 */
export const compareFacts = (document: Facts, shipment: Facts): FactDifference[] =>
  checkedFacts.flatMap((fact): FactDifference[] => {
    const stated = textOf(document[fact])
    const expected = expectedValues(fact, document.doc_type, shipment)
    const [first] = expected
    if (stated === '' || first === undefined || expected.some((value) => agree(fact, stated, value))) return []
    return [{ fact, document: stated, booking: first }]
  })

/** What the booking has of a fact, as text; the number of a bill of lading may be that of the house or of the carrier. */
export const expectedValues = (fact: CheckedFact, type: unknown, shipment: Facts): string[] => {
  const numbers = type === 'air_waybill' ? ['awb_no', 'hbl_no', 'mbl_no'] : ['hbl_no', 'mbl_no', 'awb_no']
  return (fact === 'bl_no' ? numbers : [fact]).map((name) => textOf(shipment[name])).filter((value) => value !== '')
}

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value).trim())

/** Papers are printed in whole kilograms, and in cubic metres with two digits. */
const tolerances: Readonly<Partial<Record<CheckedFact, number>>> = { gross_kg: 0.5, net_kg: 0.5, volume_m3: 0.005 }
/** Sums of decimals are not exact. */
const rest = 1e-9

const agree = (fact: CheckedFact, stated: string, expected: string): boolean => {
  if (fact === 'bl_no') return compact(stated) === compact(expected)
  if (fact === 'goods_description') return wordsOf(stated) === wordsOf(expected)
  return Math.abs(Number(stated) - Number(expected)) <= (tolerances[fact] ?? 0) + rest
}

/** Numbers are written with and without hyphens and spaces. */
const compact = (text: string) =>
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
