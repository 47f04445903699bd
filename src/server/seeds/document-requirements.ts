import type { LoadType } from '#shared/trade/booking-terms.ts'
import type { DocumentType } from '#shared/trade/document-types.ts'

interface Terms {
  incoterms?: readonly string[]
  countries?: string
  load_types?: readonly LoadType[]
  payment_methods?: readonly string[]
}

const flying: readonly LoadType[] = ['air', 'courier']
const bank = { payment_methods: ['LC'] }
const byDocuments = { payment_methods: ['LC', 'DP', 'DA', 'CAD'] }
/** The member states of the European Union. */
const union = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'

const rows: readonly (readonly [code: string, en: string, zh: string, type: DocumentType, terms?: Terms])[] = [
  ['INV', 'Commercial invoice', '商业发票', 'commercial_invoice'],
  ['PL', 'Packing list', '装箱单', 'packing_list'],
  ['BL-SEA', 'Bill of lading by sea', '海运提单', 'bill_of_lading', { load_types: ['fcl', 'lcl'] }],
  ['AWB-AIR', 'Air waybill by air', '空运单', 'air_waybill', { load_types: flying }],
  [
    'FCR-LAND',
    'Forwarder’s receipt by rail and road',
    '铁路、公路运输：货物收据',
    'forwarder_receipt',
    { load_types: ['rail', 'road'] },
  ],
  [
    'CO-GB',
    'Certificate of origin for the United Kingdom',
    '出口英国：原产地证',
    'certificate_of_origin',
    { countries: 'GB' },
  ],
  [
    'CO-EU',
    'Certificate of origin for the European Union',
    '出口欧盟：原产地证',
    'certificate_of_origin',
    { countries: union },
  ],
  [
    'TXT-US',
    'Textile declaration for the United States',
    '出口美国：纺织品声明',
    'textile_declaration',
    { countries: 'US' },
  ],
  [
    'PKD-AU',
    'Packing declaration for Australia and New Zealand',
    '出口澳大利亚、新西兰：包装声明',
    'packing_declaration',
    { countries: 'AU NZ', load_types: ['fcl', 'lcl'] },
  ],
  [
    'INS-C',
    'Insurance certificate under CIF and CIP',
    'CIF、CIP：保险单',
    'insurance_certificate',
    { incoterms: ['CIF', 'CIP'] },
  ],
  [
    'BEN-LC',
    'Beneficiary’s certificate under a letter of credit',
    '信用证：受益人证明',
    'beneficiary_certificate',
    bank,
  ],
  ['INS-LC', 'Inspection certificate under a letter of credit', '信用证：检验证', 'inspection_certificate', bank],
  ['ADV-LC', 'Shipment advice under a letter of credit', '信用证：装船通知', 'shipment_advice', bank],
  [
    'CO-BANK',
    'Certificate of origin where documents are presented to a bank',
    '银行交单：原产地证',
    'certificate_of_origin',
    byDocuments,
  ],
]

/** The documents that shipments of garments usually need. */
export const documentRequirements = rows.map(([code, name_en, name_zh, doc_type, terms]) => ({
  ...{ code, name_en, name_zh, doc_type },
  ...terms,
}))
