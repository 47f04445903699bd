import { describe, expect, it } from 'vitest'
import { documentRequirements } from '#server/seeds/document-requirements.ts'
import { compareFacts, expectedValues, factsOf } from '#shared/trade/document-checks.ts'
import {
  countriesOf,
  type DocumentRequirement,
  dueDateOf,
  presentationDate,
  requiredTypes,
  type ShipmentTerms,
} from '#shared/trade/document-set.ts'
import { type DocumentType, documentTypes, proposeDocumentType } from '#shared/trade/document-types.ts'

describe('the type of a file is proposed', () => {
  it.each<[string, DocumentType | null]>([
    ['Commercial Invoice GLG-2027-118.pdf', 'commercial_invoice'],
    ['INV2027001.pdf', 'commercial_invoice'],
    ['CI_BK-2027-000012.xlsx', 'commercial_invoice'],
    ['商业发票-2027.pdf', 'commercial_invoice'],
    ['Packing List.xlsx', 'packing_list'],
    ['PL-2027-01.pdf', 'packing_list'],
    ['INV & packing-list 12.pdf', 'packing_list'],
    ['装箱单(3).pdf', 'packing_list'],
    ['HBL SHA0012345.pdf', 'bill_of_lading'],
    ['B L copy.pdf', 'bill_of_lading'],
    ['Sea Waybill COSU6212345.pdf', 'bill_of_lading'],
    ['提单正本.pdf', 'bill_of_lading'],
    ['MAWB 160-12345675.pdf', 'air_waybill'],
    ['空运提单.pdf', 'air_waybill'],
    ['Certificate of Origin.pdf', 'certificate_of_origin'],
    ['COO_GB.pdf', 'certificate_of_origin'],
    ['CO 2027-118 Golden Loom Co., Ltd.pdf', 'certificate_of_origin'],
    ['Invoice 118 Golden Loom Garment Co., Ltd.pdf', 'commercial_invoice'],
    ['Golden_Loom_Co_Limited_packing_list.xlsx', 'packing_list'],
    ['Golden Loom Co.,Ltd..pdf', null],
    ['一般原产地证.pdf', 'certificate_of_origin'],
    ['GSP Form A.pdf', 'preferential_origin'],
    ['普惠制原产地证.pdf', 'preferential_origin'],
    ['Inspection certificate final.pdf', 'inspection_certificate'],
    ['验货报告.pdf', 'inspection_certificate'],
    ['Insurance policy.pdf', 'insurance_certificate'],
    ['保险单.pdf', 'insurance_certificate'],
    ['Fumigation cert.pdf', 'packing_declaration'],
    ['packaging_declaration_AU.pdf', 'packing_declaration'],
    ['SGS test report 88.pdf', 'test_report'],
    ['检测报告.pdf', 'test_report'],
    ['Export declaration.pdf', 'export_declaration'],
    ['报关单.pdf', 'export_declaration'],
    ['FCR-20270112.pdf', 'forwarder_receipt'],
    ["Beneficiary's certificate.pdf", 'beneficiary_certificate'],
    ['受益人证明.pdf', 'beneficiary_certificate'],
    ['Shipping advice.pdf', 'shipment_advice'],
    ['装船通知.pdf', 'shipment_advice'],
    ['Textile declaration.pdf', 'textile_declaration'],
    ['Ｐａｃｋｉｎｇ　Ｌｉｓｔ.pdf', 'packing_list'],
    ['scan0001.pdf', null],
    ['IMG_2044.jpg', null],
    ['', null],
  ])('%s: %s', (name, type) => {
    expect(proposeDocumentType(name)).toBe(type)
  })

  it.each<[string, DocumentType | null]>([
    ['GOLDEN LOOM GARMENT\nCOMMERCIAL INVOICE\nNo. 118 … as per packing list and bill of lading', 'commercial_invoice'],
    ['金梭制衣有限公司 装箱单 发票号 118', 'packing_list'],
    ['Shipper … BILL OF LADING … freight as per invoice', 'bill_of_lading'],
    ['CERTIFICATE OF ORIGIN\n8. Number and date of invoices', 'certificate_of_origin'],
    // An abbreviation in a running text means many things.
    ['We send 12 pl and 3 ci, see bl', null],
    ['Dear all, please find attached', null],
    [`${'x '.repeat(900)} commercial invoice`, null],
  ])('by its text, where the name says nothing: %#', (text, type) => {
    expect(proposeDocumentType('scan0001.pdf', text)).toBe(type)
  })

  it('by its name rather than its text', () => {
    expect(proposeDocumentType('packing list.pdf', 'COMMERCIAL INVOICE')).toBe('packing_list')
  })

  it('in time that grows with the text alone', () => {
    const started = performance.now()
    proposeDocumentType(`${'certificate of '.repeat(20_000)}.pdf`, 'pack ing '.repeat(20_000))
    expect(performance.now() - started).toBeLessThan(500)
  })
})

describe('the documents that a shipment needs', () => {
  const shipment: ShipmentTerms = { incoterm: 'FOB', ship_to_country: 'GB', load_type: 'fcl', methods: ['TT'] }
  const needs = (terms: Partial<ShipmentTerms>, rows: readonly DocumentRequirement[] = library) =>
    [...requiredTypes(rows, { ...shipment, ...terms })].toSorted()
  const library = documentRequirements.map((row) => ({
    ...{ incoterms: [], countries: null, load_types: [], payment_methods: [] },
    ...row,
  }))
  const always = ['commercial_invoice', 'packing_list']

  it.each<[string, Partial<ShipmentTerms>, DocumentType[]]>([
    ['by sea to the United Kingdom', {}, ['bill_of_lading', 'certificate_of_origin']],
    ['by air', { load_type: 'air' }, ['air_waybill', 'certificate_of_origin']],
    ['by courier', { load_type: 'courier', ship_to_country: 'JP' }, ['air_waybill']],
    [
      'by rail to Germany',
      { load_type: 'rail', ship_to_country: 'DE' },
      ['certificate_of_origin', 'forwarder_receipt'],
    ],
    ['CIF', { incoterm: 'CIF', ship_to_country: 'JP' }, ['bill_of_lading', 'insurance_certificate']],
    ['to the United States', { ship_to_country: 'US' }, ['bill_of_lading', 'textile_declaration']],
    ['to Australia by sea', { ship_to_country: 'AU' }, ['bill_of_lading', 'packing_declaration']],
    ['to Australia by air', { ship_to_country: 'AU', load_type: 'air' }, ['air_waybill']],
    [
      'under documents against payment',
      { ship_to_country: 'JP', methods: ['DP'] },
      ['bill_of_lading', 'certificate_of_origin'],
    ],
    [
      'where one of its orders is paid by letter of credit',
      { ship_to_country: 'JP', methods: ['TT', 'LC'] },
      [
        'beneficiary_certificate',
        'bill_of_lading',
        'certificate_of_origin',
        'inspection_certificate',
        'shipment_advice',
      ],
    ],
    ['of unknown terms', { incoterm: null, ship_to_country: null, load_type: null, methods: [] }, []],
  ])('%s', (_name, terms, types) => {
    expect(needs(terms)).toEqual([...always, ...types].toSorted())
  })

  it('are those of rows whose conditions all hold', () => {
    const row: DocumentRequirement = {
      ...{ doc_type: 'other', incoterms: ['CIF', 'CIP'], countries: 'GB IE' },
      ...{ load_types: ['air'], payment_methods: ['LC'] },
    }
    const all = { incoterm: 'CIP', ship_to_country: 'IE', load_type: 'air', methods: ['LC'] }
    expect(needs(all, [row])).toEqual(['other'])
    for (const [name, value] of Object.entries({
      incoterm: 'FOB',
      ship_to_country: 'FR',
      load_type: 'fcl',
      methods: [],
    }))
      expect(needs({ ...all, [name]: value }, [row])).toEqual([])
    expect(countriesOf('GB IE')).toEqual(['GB', 'IE'])
    expect(countriesOf(null)).toEqual([])
  })

  it('are due after the departure, the actual one once it is known', () => {
    const settings = { documents_days_sea: 3, documents_days_air: 1, presentation_days: 21 }
    const sea = { load_type: 'fcl', etd: '2027-02-26', atd: null, methods: ['LC'] }
    expect(dueDateOf(sea, settings)).toBe('2027-03-01')
    expect(dueDateOf({ ...sea, atd: '2027-03-01' }, settings)).toBe('2027-03-04')
    expect(dueDateOf({ ...sea, load_type: 'courier' }, settings)).toBe('2027-02-27')
    expect(dueDateOf({ ...sea, etd: null }, settings)).toBeNull()
    expect(presentationDate(sea, settings)).toBeNull()
    expect(presentationDate({ ...sea, atd: '2027-03-01' }, settings)).toBe('2027-03-22')
    expect(presentationDate({ ...sea, atd: '2027-03-01', methods: ['TT'] }, settings)).toBeNull()
  })
})

describe('what a document says is compared with the booking', () => {
  const shipment = {
    ...{ pieces_qty: 1200, cartons_qty: 60, gross_kg: '725.400', net_kg: '640.000', volume_m3: '4.1234' },
    ...{ hbl_no: 'SHA-123456', mbl_no: 'COSU6212345', awb_no: null, goods_description: 'Men’s cotton shirts, woven' },
  }
  it.each<[string, Record<string, unknown>, string[]]>([
    ['nothing is stated', {}, []],
    ['all agrees', { pieces_qty: 1200, cartons_qty: 60, gross_kg: '725.4', volume_m3: '4.1234' }, []],
    ['weights in whole kilograms', { gross_kg: '725', net_kg: '640.5' }, []],
    ['a weight beyond that', { gross_kg: '724.8', net_kg: '640.501' }, ['gross_kg', 'net_kg']],
    ['a volume with two digits', { volume_m3: '4.12' }, []],
    ['another volume', { volume_m3: '4.13' }, ['volume_m3']],
    ['a piece less', { pieces_qty: 1199, cartons_qty: 61 }, ['pieces_qty', 'cartons_qty']],
    ['none at all', { pieces_qty: 0 }, ['pieces_qty']],
    ['the number of the house bill', { bl_no: 'sha 123456' }, []],
    ['the number of the carrier’s bill', { bl_no: 'COSU 6212345' }, []],
    ['another number', { bl_no: 'SHA123457' }, ['bl_no']],
    ['the same words', { goods_description: 'MEN S COTTON SHIRTS (WOVEN)' }, []],
    ['other words', { goods_description: 'Ladies’ cotton shirts, woven' }, ['goods_description']],
  ])('%s', (_name, document, facts) => {
    expect(compareFacts({ doc_type: 'bill_of_lading', ...document }, shipment).map(({ fact }) => fact)).toEqual(facts)
  })

  it('with both values, and not with what the booking does not have', () => {
    expect(compareFacts({ doc_type: 'packing_list', pieces_qty: 7 }, shipment)).toEqual([
      { fact: 'pieces_qty', document: '7', booking: '1200' },
    ])
    expect(compareFacts({ pieces_qty: 7, bl_no: 'X' }, { pieces_qty: null, hbl_no: '' })).toEqual([])
    expect(expectedValues('bl_no', 'air_waybill', { awb_no: '160-12345675', hbl_no: 'H1' })).toEqual([
      '160-12345675',
      'H1',
    ])
  })

  it('states facts by its type', () => {
    expect(factsOf('packing_list')).toContain('volume_m3')
    expect(factsOf('insurance_certificate')).toEqual([])
    expect(documentTypes).toHaveLength(16)
  })
})
