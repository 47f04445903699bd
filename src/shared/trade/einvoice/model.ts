/**
 * The semantic model of an electronic invoice by EN 16931-1, as far as the portal writes and reads it. Comments give
 * the business terms (BT) and groups (BG) of the standard. Amounts are decimal text, dates `YYYY-MM-DD`.
 */
export interface EInvoice {
  /** BT-1. */
  number: string
  /** BT-2. */
  issued: string
  /** BT-3. */
  type: DocumentType
  /** BT-5. */
  currency: string
  /** BT-9. */
  due?: string
  /** BT-10. */
  buyerReference?: string
  /** BT-13. */
  order?: string
  /** BT-16. */
  despatch?: string
  /** BT-20. */
  terms?: string
  /** BT-22, each a BG-1. */
  notes: string[]
  /** BG-3: BT-25 and BT-26. */
  corrects?: { number: string; issued?: string }
  /** BG-24: BT-122 and BT-123. */
  documents: { number: string; description?: string }[]
  /** BG-4. */
  seller: Party
  /** BG-7. */
  buyer: Party
  /** BT-72, and the country BT-80 of BG-15. */
  delivery?: { day?: string; country?: string }
  /** BG-16. */
  payment?: Payment
  /** BG-20 and BG-21. */
  levies: Levy[]
  /** BG-23. */
  taxes: TaxGroup[]
  /** BG-22. */
  totals: Totals
  /** BG-25. */
  lines: EInvoiceLine[]
}

/** UNTDID 1001: commercial, prepayment, credit note, debit note, proforma. */
export const documentTypes = ['380', '386', '381', '383', '325'] as const
/** One of `documentTypes` when written, any code when read. */
export type DocumentType = string

export interface Party {
  /** BT-27, BT-44. */
  name: string
  /** BT-29, BT-46. */
  id?: string
  /** BT-31, BT-48: with the prefix of its country. */
  vatId?: string
  /** BT-32. */
  taxId?: string
  /** BT-35, BT-36 and BT-162; BT-50, BT-51 and BT-163. */
  address: string[]
  /** BT-37, BT-52. */
  city?: string
  /** BT-38, BT-53. */
  postcode?: string
  /** BT-40, BT-55. */
  country: string
}

export interface Payment {
  /** BT-81, of UNTDID 4461. */
  means: string
  /** BT-83. */
  reference?: string
  /** BG-17: BT-84, whether that is an IBAN, BT-85 and BT-86. */
  account?: { number: string; isIban: boolean; holder?: string; bic?: string }
}

/** An allowance or a charge of the whole document. */
export interface Levy {
  isCharge: boolean
  /** BT-92, BT-99. */
  amount: string
  /** BT-95 with BT-96, BT-102 with BT-103. */
  category: string
  rate?: string
  /** BT-97, BT-104. */
  reason?: string
  /** BT-98 (UNTDID 5189), BT-105 (UNTDID 7161). */
  code?: string
}

export interface TaxGroup {
  /** BT-118 and BT-119. */
  category: string
  rate?: string
  /** BT-116. */
  base: string
  /** BT-117. */
  tax: string
  /** BT-120. */
  reason?: string
  /** BT-121, of the VATEX list. */
  code?: string
}

export interface Totals {
  /** BT-106. */
  lines: string
  /** BT-107. */
  allowances?: string
  /** BT-108. */
  charges?: string
  /** BT-109. */
  net: string
  /** BT-110. */
  tax: string
  /** BT-112. */
  total: string
  /** BT-113. */
  prepaid?: string
  /** BT-114. */
  rounding?: string
  /** BT-115. */
  due: string
}

export interface EInvoiceLine {
  /** BT-126. */
  id: string
  /** BT-129. */
  qty: string
  /** BT-130, of UN/ECE recommendation 20. */
  unit: string
  /** BT-131. */
  amount: string
  /** BT-132. */
  orderLine?: string
  /** The order of the line alone: not part of EN 16931, but written by some senders. */
  order?: string
  /** BT-146, and the number of units BT-149 that it applies to. */
  price: string
  per?: string
  /** BT-151 and BT-152. */
  category: string
  rate?: string
  /** BT-153. */
  name: string
  /** BT-154. */
  description?: string
  /** BT-155, BT-156, BT-157. */
  sellerItem?: string
  buyerItem?: string
  gtin?: string
  /** BT-158 in the scheme HS of UNTDID 7143. */
  hsCode?: string
  /** BT-159. */
  origin?: string
  /** BG-27 and BG-28, allowances with a minus. */
  levies?: string[]
}

/** The prefix of a country's tax numbers in BT-31: its ISO 3166-1 code, except for Greece. */
export const vatPrefixOf = (country: string): string => (country === 'GR' ? 'EL' : country)

/** BT-24: the core of EN 16931 without extension. */
export const specification = 'urn:cen.eu:en16931:2017'

export type Syntax = 'cii' | 'ubl'
