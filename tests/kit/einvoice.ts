import type { FactsCharge, FactsLine, InvoiceFacts, NamedRate } from '#shared/trade/einvoice/make.ts'

const rate = (id: number, rate_pct: string, category: NamedRate['category'], rounding: NamedRate['rounding']) =>
  [id, { id, rate_pct, category, rounding, exemption_reason: null }] as const

export const rates: ReadonlyMap<number, NamedRate> = new Map([
  rate(1, '20', 'S', 'invoice'),
  rate(2, '5', 'S', 'line'),
  rate(3, '0', 'Z', 'invoice'),
  rate(4, '0', 'G', 'invoice'),
  rate(5, '0', 'AE', 'invoice'),
  rate(6, '0', 'E', 'invoice'),
])

export const factsLine = (values: Partial<FactsLine> = {}): FactsLine => ({
  ...{ qty: 1200, unit_price: '12.345', tax_rate_id: null },
  ...{ order: 'PO-1001', order_line: '10', name: 'Crew neck tee', description: 'Cotton jersey, navy' },
  ...{ article: 'AT-100', sku: 'AT-100-NVY-M', gtin: '4006381333931', hs_code: '610910', origin: 'CN' },
  ...values,
})

export const factsCharge = (values: Partial<FactsCharge> = {}): FactsCharge => ({
  ...{ kind: 'freight', charge_amount: '150.00', tax_rate_id: null, text: 'Freight' },
  ...values,
})

/** An invoice of a mill in Ningbo; `values` replaces what a test is about. */
export const factsOf = (values: Partial<InvoiceFacts> = {}): InvoiceFacts => ({
  ...{ invoice_no: 'NB-2027-0042', type: 'commercial', invoice_date: '2027-03-12', currency: 'USD' },
  ...{ due_date: '2027-05-11', terms: 'Open account 60 days', notes: ['Delivery terms: FOB Ningbo'], bl_no: 'OOLU123' },
  corrects: null,
  supplier: {
    ...{ name: 'Ningbo Knit & Dye Co., Ltd.', id: 'NBKD', tax_id: '91330200MA2AFXYZ1B' },
    ...{ address: ['18 Harbour Road', 'Beilun District'], city: 'Ningbo', country: 'CN' },
  },
  company: {
    name: 'Northwind Retail plc',
    id: null,
    tax_id: 'GB123456789',
    address: ['1 High Street'],
    city: 'Leeds',
    country: 'GB',
  },
  shipped: { day: '2027-03-10', country: 'GB' },
  account: { number: 'CN1234567890', isIban: false, holder: 'Ningbo Knit & Dye Co., Ltd.', bic: 'BKCHCNBJ92A' },
  lines: [factsLine()],
  charges: [],
  rates,
  ...values,
})
