/** Types of shipping documents. */
export const documentTypes = [
  'commercial_invoice',
  'packing_list',
  'bill_of_lading',
  'air_waybill',
  'certificate_of_origin',
  'preferential_origin',
  'inspection_certificate',
  'insurance_certificate',
  'packing_declaration',
  'test_report',
  'export_declaration',
  'forwarder_receipt',
  'beneficiary_certificate',
  'shipment_advice',
  'textile_declaration',
  'other',
] as const
export type DocumentType = (typeof documentTypes)[number]

/** Types of which a shipment usually has several, so that another file is another document and not a new version. */
export const repeatedTypes: readonly DocumentType[] = ['test_report', 'inspection_certificate', 'other']

/**
 * Patterns that identify a type, the more specific types first: a certificate of origin mentions an invoice, but an
 * invoice mentions no certificate. They match text as normalised by `normalized`: lower case, words separated by one
 * space. The `Co` of a company (`Co., Ltd.`) is not a certificate.
 */
const patterns: readonly (readonly [DocumentType, RegExp])[] = [
  [
    'preferential_origin',
    /\bgsp\b|\bform [ae]\b|\beur 1\b|\bpreferential (?:certificate|origin)|\brex statement|普惠制|优惠原产地|原产地声明/g,
  ],
  [
    'certificate_of_origin',
    /\bcert(?:ificate)? of origin\b|\borigin cert(?:ificate)?\b|\bcountry of origin cert|\bcoo\b|\bco\b(?! (?:ltd|limited|inc|llc|kg|pte|pvt)\b)|原产地证|产地证/g,
  ],
  ['beneficiary_certificate', /\bbeneficiary(?: s)? (?:cert|statement|declaration)|\bbenef? cert|受益人证明/g],
  [
    'inspection_certificate',
    /\binspection (?:cert|report|release)|\bcert(?:ificate)? of inspection\b|检验证|检验报告|验货报告|验货证/g,
  ],
  ['insurance_certificate', /\binsurance (?:cert|policy)|\bcert(?:ificate)? of insurance\b|\binsurance\b|保险单|保单/g],
  ['packing_declaration', /\bfumigation|\bpack(?:ing|aging) declaration|\bispm 15\b|熏蒸|包装声明/g],
  ['test_report', /\b(?:lab )?test report|\blab(?:oratory)? report|检测报告|测试报告|检验检测/g],
  ['export_declaration', /\b(?:export|customs) declaration|\bexport licen[cs]e|报关单|出口申报/g],
  [
    'forwarder_receipt',
    /\bfcr\b|\bforwarders? (?:s )?(?:certificate of receipt|cargo receipt)|\bcargo receipt|货代收据|货物收据/g,
  ],
  ['shipment_advice', /\bship(?:ping|ment) advice|\badvice of shipment|装船通知|装运通知|出运通知/g],
  ['textile_declaration', /\btextiles? declaration|\bmultiple country declaration|纺织品声明|纺织品申报/g],
  ['air_waybill', /\b[hm]?awb\b|\bair ?way ?bill|空运单|航空运单|空运提单/g],
  ['bill_of_lading', /\b[hm]?bl\b|\bb l\b|\bbill of lading|\bsea ?way ?bill|\btelex release|提单|电放/g],
  ['packing_list', /\bpack(?:ing)? ?list|\bpl\b|装箱单|箱单|装箱明细/g],
  ['commercial_invoice', /\binvoice|\binv\b|\bci\b|发票/g],
]

/** Number of characters that are searched for the title of a document. */
export const mostTitleText = 1500

/**
 * Proposes the type of a file: by its name, else by the first title in its text. Null if neither matches. A person
 * confirms it.
 */
export const proposeDocumentType = (name: string, text = ''): DocumentType | null =>
  typeByOrder(normalized(name.replace(/\.[^.]*$/, ''))) ?? typeByPosition(normalized(text.slice(0, mostTitleText)))

/** The most specific type that the text matches. */
const typeByOrder = (text: string): DocumentType | null =>
  patterns.find(([, pattern]) => text.search(pattern) >= 0)?.[0] ?? null

/**
 * The type whose title comes first in the text. Abbreviations are ignored, because they are ambiguous in running text.
 */
const typeByPosition = (text: string): DocumentType | null => {
  const titles = patterns.flatMap(([type, pattern]) => {
    const title = [...text.matchAll(pattern)].find(([word]) => word.length > 4 || /\p{Script=Han}/u.test(word))
    return title ? [{ type, at: title.index }] : []
  })
  return titles.sort((a, b) => a.at - b.at)[0]?.type ?? null
}

/** Lower case, with one space between words and between letters and digits. */
const normalized = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/([a-z])(?=\d)/g, '$1 ')
    .replace(/(\d)(?=[a-z])/g, '$1 ')
    .replace(/([a-z0-9])(?=\p{Script=Han})/gu, '$1 ')
    .replace(/(\p{Script=Han})(?=[a-z0-9])/gu, '$1 ')
