/** The meaning of the named place of an Incoterms 2020 term. */
export type IncotermPlace = 'delivery' | 'destination' | 'port_of_loading' | 'port_of_discharge'

export interface Incoterm {
  name_en: string
  name_zh: string
  /** For sea and inland waterway only. */
  sea_only: boolean
  place: IncotermPlace
  /** For a sea term: the alternative for other transport or containers. */
  alternative?: IncotermCode
}

/** The eleven terms, those for any mode of transport first. */
export const incotermCodes = ['EXW', 'FCA', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF'] as const
export type IncotermCode = (typeof incotermCodes)[number]

/** Incoterms 2020 of the International Chamber of Commerce. */
export const incoterms: Readonly<Record<IncotermCode, Incoterm>> = {
  EXW: { name_en: 'Ex Works', name_zh: '工厂交货', sea_only: false, place: 'delivery' },
  FCA: { name_en: 'Free Carrier', name_zh: '货交承运人', sea_only: false, place: 'delivery' },
  CPT: { name_en: 'Carriage Paid To', name_zh: '运费付至', sea_only: false, place: 'destination' },
  CIP: {
    name_en: 'Carriage and Insurance Paid To',
    name_zh: '运费和保险费付至',
    sea_only: false,
    place: 'destination',
  },
  DAP: { name_en: 'Delivered at Place', name_zh: '目的地交货', sea_only: false, place: 'destination' },
  DPU: { name_en: 'Delivered at Place Unloaded', name_zh: '目的地卸货后交货', sea_only: false, place: 'destination' },
  DDP: { name_en: 'Delivered Duty Paid', name_zh: '完税后交货', sea_only: false, place: 'destination' },
  FAS: {
    name_en: 'Free Alongside Ship',
    name_zh: '船边交货',
    sea_only: true,
    place: 'port_of_loading',
    alternative: 'FCA',
  },
  FOB: { name_en: 'Free on Board', name_zh: '船上交货', sea_only: true, place: 'port_of_loading', alternative: 'FCA' },
  CFR: {
    name_en: 'Cost and Freight',
    name_zh: '成本加运费',
    sea_only: true,
    place: 'port_of_discharge',
    alternative: 'CPT',
  },
  CIF: {
    name_en: 'Cost, Insurance and Freight',
    name_zh: '成本、保险费加运费',
    sea_only: true,
    place: 'port_of_discharge',
    alternative: 'CIP',
  },
}

/** Whether the text is one of the eleven codes, in capitals. */
export const isIncoterm = (text: string): text is IncotermCode => Object.hasOwn(incoterms, text)

/** Whether the term is only for sea and inland waterway transport. */
export const isSeaOnly = (code: IncotermCode): boolean => incoterms[code].sea_only
