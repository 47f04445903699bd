import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Profile, validateXsd } from '@stackforge-eu/factur-x'
import { describe, expect, it } from 'vitest'
import { recognisedBy } from '#server/e-invoice/match.ts'
import { writeCii } from '#shared/trade/einvoice/cii.ts'
import { draftRows, sumsOf, typeOf } from '#shared/trade/einvoice/draft.ts'
import { type InvoiceFacts, makeEInvoice } from '#shared/trade/einvoice/make.ts'
import type { EInvoice } from '#shared/trade/einvoice/model.ts'
import { UnreadableXml, xmlLimits } from '#shared/trade/einvoice/parse.ts'
import { readEInvoice } from '#shared/trade/einvoice/read.ts'
import { ruleFindings } from '#shared/trade/einvoice/rules.ts'
import { writeUbl } from '#shared/trade/einvoice/ubl.ts'
import { factsCharge, factsLine, factsOf } from '../kit/einvoice'
import { openSchematron } from '../kit/schematron'

const folder = join(import.meta.dirname, '../en16931')
const published = { cii: openSchematron(join(folder, 'cii.sch')), ubl: openSchematron(join(folder, 'ubl.sch')) }
const writers = { cii: writeCii, ubl: writeUbl }
const sample = (name: string) => readFileSync(join(folder, 'samples', name))

/** Invoices of every type and category of tax. */
const cases: [name: string, facts: InvoiceFacts][] = [
  ['outside the scope of tax', factsOf()],
  ['export', factsOf({ lines: [factsLine({ tax_rate_id: 4 })] })],
  ['reverse charge', factsOf({ lines: [factsLine({ tax_rate_id: 5 })] })],
  ['exempt', factsOf({ lines: [factsLine({ tax_rate_id: 6 })] })],
  ['zero rated', factsOf({ lines: [factsLine({ tax_rate_id: 3 })] })],
  [
    'two rates, freight and a discount',
    factsOf({
      lines: [
        factsLine({ tax_rate_id: 1 }),
        factsLine({ tax_rate_id: 2, qty: 7, unit_price: '3.333', order_line: '20' }),
      ],
      charges: [
        factsCharge({ tax_rate_id: 1 }),
        factsCharge({ kind: 'discount', charge_amount: '99.99', tax_rate_id: 1, text: 'Discount' }),
        factsCharge({ kind: 'insurance', charge_amount: '12.50', tax_rate_id: 2, text: 'Insurance' }),
      ],
    }),
  ],
  ['taxed and untaxed', factsOf({ lines: [factsLine({ tax_rate_id: 1 }), factsLine({ order: 'PO-1002' })] })],
  [
    'a deposit',
    factsOf({ type: 'deposit', charges: [], lines: [factsLine({ qty: 1, unit_price: '4000', gtin: null })] }),
  ],
  ['a deposit taken off', factsOf({ charges: [deducted()] })],
  ['a taxed deposit taken off', factsOf({ lines: [factsLine({ tax_rate_id: 1 })], charges: [deducted(1)] })],
  [
    'a credit note',
    factsOf({
      type: 'credit_note',
      corrects: { invoice_no: 'NB-2027-0040', invoice_date: '2027-03-01' },
      due_date: null,
    }),
  ],
  ['a debit note of the retailer', factsOf({ type: 'debit_note', terms: 'Set off', account: null })],
  ['a proforma', factsOf({ type: 'proforma', due_date: null })],
  ['an account that the reader does not see', factsOf({ account: null })],
  ['an IBAN', factsOf({ account: { number: 'DE89370400440532013000', isIban: true, holder: 'Knit GmbH', bic: null } })],
  ['yen', factsOf({ currency: 'JPY', lines: [factsLine({ unit_price: '1980.4', qty: 3, tax_rate_id: 1 })] })],
  ['dinars without a third digit', factsOf({ currency: 'KWD', lines: [factsLine({ unit_price: '1.25', qty: 4 })] })],
]

function deducted(tax_rate_id: number | null = null) {
  return factsCharge({ kind: 'deposit_deduction', charge_amount: '4000.00', tax_rate_id, text: 'Deposit NB-2027-0001' })
}

describe('an electronic invoice', () => {
  describe.each(cases)('%s', (_name, facts) => {
    it.each(['cii', 'ubl'] as const)('keeps every published rule in %s', (syntax) => {
      const xml = writers[syntax](makeEInvoice(facts))
      expect(published[syntax](xml).map(({ id, message }) => `${id} ${message}`)).toEqual([])
    })

    it('is valid by the XSD of Factur-X 1.09', async () => {
      const { valid, errors } = await validateXsd(writeCii(makeEInvoice(facts)), Profile.EN16931)
      expect([valid, errors]).toEqual([true, []])
    })

    it('keeps the rules that the portal knows', () => {
      expect(ruleFindings(makeEInvoice(facts))).toEqual([])
    })

    it.each(['cii', 'ubl'] as const)('is read as it was written in %s', (syntax) => {
      const made = makeEInvoice(facts)
      const read = readEInvoice(Buffer.from(writers[syntax](made)))
      expect(read).toEqual({ syntax, specification: 'urn:cen.eu:en16931:2017', invoice: made })
    })
  })
})

describe('a published sample', () => {
  it.each([
    ['cii-example3.xml', 'cii'],
    ['cii-example7.xml', 'cii'],
    ['ubl-example3.xml', 'ubl'],
    ['ubl-example6.xml', 'ubl'],
    ['ubl-creditnote1.xml', 'ubl'],
  ] as const)('%s is read, without a finding', (name, syntax) => {
    const bytes = sample(name)
    expect(published[syntax](bytes.toString('utf8'))).toEqual([])
    const read = readEInvoice(bytes)
    expect(read?.syntax).toBe(syntax)
    expect(read?.invoice.lines.length).toBeGreaterThan(0)
    expect(ruleFindings(read?.invoice as never)).toEqual([])
  })
})

/** What breaks a rule, and the rule that both the portal and the publisher name. */
const breaches: [rule: string, change: (invoice: EInvoice) => EInvoice][] = [
  ['BR-02', (invoice) => ({ ...invoice, number: '' })],
  ['BR-06', ({ seller, ...invoice }) => ({ ...invoice, seller: { ...seller, name: '' } })],
  ['BR-07', ({ buyer, ...invoice }) => ({ ...invoice, buyer: { ...buyer, name: '' } })],
  ['BR-09', ({ seller, ...invoice }) => ({ ...invoice, seller: { ...seller, country: '' } })],
  ['BR-16', (invoice) => ({ ...invoice, lines: [] })],
  ['BR-25', ({ lines, ...invoice }) => ({ ...invoice, lines: lines.map((line) => ({ ...line, name: '' })) })],
  ['BR-27', ({ lines, ...invoice }) => ({ ...invoice, lines: lines.map((line) => ({ ...line, price: '-1' })) })],
  ['BR-61', (invoice) => ({ ...invoice, payment: { means: '30' } })],
  ['BR-CO-10', totals({ lines: '1.00' })],
  ['BR-CO-11', totals({ allowances: '1.00' })],
  ['BR-CO-12', totals({ charges: '1.00' })],
  ['BR-CO-13', totals({ net: '1.00' })],
  ['BR-CO-14', totals({ tax: '1.00' })],
  ['BR-CO-15', totals({ total: '1.00' })],
  ['BR-CO-16', totals({ due: '1.00' })],
  ['BR-CO-17', ({ taxes, ...invoice }) => ({ ...invoice, taxes: taxes.map((tax) => ({ ...tax, tax: '1.00' })) })],
  ['BR-CO-18', (invoice) => ({ ...invoice, taxes: [] })],
  ['BR-CO-26', ({ seller: { vatId: _vat, id: _id, ...seller }, ...invoice }) => ({ ...invoice, seller })],
  ['BR-DEC-14', totals({ total: '17776.801' })],
  ['BR-S-02', ({ seller: { vatId: _vat, ...seller }, ...invoice }) => ({ ...invoice, seller })],
  ['BR-S-05', ({ lines, ...invoice }) => ({ ...invoice, lines: lines.map((line) => ({ ...line, rate: '0' })) })],
  ['BR-S-08', ({ taxes, ...invoice }) => ({ ...invoice, taxes: taxes.map((tax) => ({ ...tax, base: '1.00' })) })],
  ['BR-S-10', ({ taxes, ...invoice }) => ({ ...invoice, taxes: taxes.map((tax) => ({ ...tax, reason: 'none' })) })],
]

function totals(values: Partial<EInvoice['totals']>) {
  return (invoice: EInvoice): EInvoice => ({ ...invoice, totals: { ...invoice.totals, ...values } })
}

describe('the tax number of a seller', () => {
  it.each([
    ['CN', '91330200MA2AFXYZ1B', 'CN91330200MA2AFXYZ1B'],
    ['PT', 'PT 501 234 567', 'PT501234567'],
    // Greece alone has another prefix than its code.
    ['GR', '094259216', 'EL094259216'],
    ['GR', 'EL 094259216', 'EL094259216'],
  ])('in %s, known as %s, is %s', (country, tax_id, vatId) => {
    const facts = factsOf({ lines: [factsLine({ tax_rate_id: 1 })] })
    const supplier = { ...facts.supplier, country, tax_id }
    const { seller } = makeEInvoice({ ...facts, supplier })
    expect(seller.vatId).toBe(vatId)
    const known = { id: 60, supplier_name: 'A', country, tax_id, code: 'A', names: [] }
    expect(recognisedBy({ name: 'B', vatId, address: [], country }, known)).toBe('tax_id')
  })
})

describe('the type of a document', () => {
  it.each([
    ['380', 'commercial'],
    ['381', 'credit_note'],
    ['389', null],
    ['constructor', null],
    ['', null],
  ])('with the code %j is %s', (code, type) => expect(typeOf(code)).toBe(type))
})

describe('a draft', () => {
  it('asks for what the file asks for, also where a line has a discount of its own', () => {
    const xml = writeUbl(makeEInvoice(factsOf({ lines: [factsLine({ qty: 100, unit_price: '5' })], charges: [] })))
      .replace('<cac:Item>', allowance)
      .replaceAll('500.00', '475.00')
    const read = readEInvoice(Buffer.from(xml))
    const invoice = read?.invoice as EInvoice
    expect(invoice.lines).toMatchObject([{ price: '5', amount: '475.00', levies: ['-25.00'] }])
    const matches = invoice.lines.map((line) => ({ line, match: null }))
    const rows = draftRows({ invoice, type: 'proforma', matches, rates: [], day: '2026-01-15', country: 'CN' })
    expect(rows.lines).toMatchObject([{ qty: 100, unit_price: '4.7500' }])
    expect(sumsOf(invoice, rows, []).filter(({ isDifferent }) => isDifferent)).toEqual([])
  })

  it('takes a rate of tax that is valid on the day, and tells of one that is not', () => {
    const invoice = makeEInvoice(factsOf({ lines: [factsLine({ tax_rate_id: 1 })], charges: [] }))
    const matches = invoice.lines.map((line) => ({ line, match: null }))
    const { category, rate = '' } = invoice.lines[0] as EInvoice['lines'][number]
    const known = { rate_pct: rate, category: category as 'S', rounding: 'invoice', country: null } as const
    const rates = [
      { ...known, id: 7, valid_to: '2026-01-14' },
      { ...known, id: 8, valid_from: '2026-01-15' },
    ]
    const on = (day: string, among = rates) => {
      const { lines, findings } = draftRows({ invoice, type: 'proforma', matches, rates: among, day, country: 'CN' })
      return [lines[0]?.tax_rate_id, findings.map(({ code }) => code)]
    }
    expect(on('2026-01-14')).toEqual([7, []])
    expect(on('2026-01-15')).toEqual([8, []])
    expect(on('2026-01-15', rates.slice(0, 1))).toEqual([null, ['tax_rate_not_valid']])
  })

  it.each(['cii', 'ubl'] as const)('takes a charge that %s marks with 1 for a charge', (syntax) => {
    const made = makeEInvoice(factsOf({ charges: [factsCharge({})] }))
    const read = readEInvoice(Buffer.from(writers[syntax](made).replace(/Indicator>true</, 'Indicator>1<')))
    expect(read?.invoice.levies.map(({ isCharge }) => isCharge)).toEqual([true])
  })
})

/** What a line takes off by itself, before its item. */
const allowance = `<cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator>
  <cbc:Amount currencyID="USD">25.00</cbc:Amount></cac:AllowanceCharge><cac:Item>`

describe('a rule', () => {
  const sound = makeEInvoice(factsOf({ lines: [factsLine({ tax_rate_id: 1 })] }))

  it.each(breaches)('%s is found by the portal and by the published rules', (rule, change) => {
    const broken = change(structuredClone(sound))
    expect(ruleFindings(broken).map((finding) => finding.rule)).toContain(rule)
    // Some are rules of one syntax alone.
    const found = [...published.cii(writeCii(broken)), ...published.ubl(writeUbl(broken))]
    expect(found.map(({ id }) => id)).toContain(rule)
  })

  it('finds a third decimal of a dinar, which EN 16931 cannot have', () => {
    const made = makeEInvoice(factsOf({ currency: 'KWD', lines: [factsLine({ unit_price: '1.111', qty: 1 })] }))
    expect(made.totals.total).toBe('1.111')
    expect(ruleFindings(made).map(({ rule }) => rule)).toContain('BR-DEC-14')
    expect(published.ubl(writeUbl(made)).map(({ id }) => id)).toContain('BR-DEC-14')
  })
})

describe('sums', () => {
  it.each([
    ['JPY', '33.35', 3, 1, { lines: '100', tax: '20', due: '120' }],
    ['JPY', '0.5', 1, 1, { lines: '1', tax: '0', due: '1' }],
    ['USD', '0.335', 3, 1, { lines: '1.01', tax: '0.20', due: '1.21' }],
    ['USD', '33.333', 3, 2, { lines: '100.00', tax: '5.00', due: '105.00' }],
    ['USD', '0.125', 1, 1, { lines: '0.13', tax: '0.03', due: '0.16' }],
    ['KWD', '1.1115', 10, null, { lines: '11.115', tax: '0.00', due: '11.115' }],
    ['KWD', '1.25', 4, 1, { lines: '5.00', tax: '1.00', due: '6.00' }],
  ] as const)('of %s %s × %i at rate %s are rounded once', (currency, unit_price, qty, tax_rate_id, expected) => {
    const made = makeEInvoice(factsOf({ currency, lines: [factsLine({ unit_price, qty, tax_rate_id })] }))
    expect(made.totals).toMatchObject(expected)
  })

  it('take an untaxed deposit off as paid in advance, and a taxed one as an allowance', () => {
    const untaxed = makeEInvoice(factsOf({ charges: [deducted()] }))
    expect(untaxed.totals).toMatchObject({ net: '14814.00', total: '14814.00', prepaid: '4000.00', due: '10814.00' })
    expect(untaxed.levies).toEqual([])
    const taxed = makeEInvoice(factsOf({ lines: [factsLine({ tax_rate_id: 1 })], charges: [deducted(1)] }))
    expect(taxed.totals).toMatchObject({ allowances: '4000.00', net: '10814.00', tax: '2162.80', due: '12976.80' })
    expect(taxed.totals.prepaid).toBeUndefined()
  })

  it('count rates of the same category and percentage as one', () => {
    const rates = new Map(
      [1, 2].map((id) => [
        id,
        { id, rate_pct: '20.00', category: 'S', rounding: 'invoice', exemption_reason: null } as const,
      ]),
    )
    const lines = [factsLine({ tax_rate_id: 1 }), factsLine({ tax_rate_id: 2, order_line: '20' })]
    expect(makeEInvoice(factsOf({ rates, lines })).taxes).toEqual([
      { category: 'S', rate: '20', base: '29628.00', tax: '5925.60' },
    ])
  })
})

describe('a hostile document', () => {
  const refusal = (bytes: Uint8Array | string) => {
    try {
      return readEInvoice(Buffer.from(bytes)) ?? 'another document'
    } catch (error) {
      return error instanceof UnreadableXml ? error.reason : error
    }
  }
  const invoice = (inner: string) =>
    `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">${inner}</Invoice>`

  it.each([
    ['a billion laughs', `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>${invoice('&b;')}`, 'entities'],
    ['an external entity', `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${invoice('&a;')}`, 'entities'],
    ['an external document type', `<!DOCTYPE x SYSTEM "http://127.0.0.1/x.dtd">${invoice('')}`, 'entities'],
    ['an unknown entity', invoice('&hidden;'), 'broken'],
    ['a hundred thousand elements', invoice('<a/>'.repeat(100_000)), 'large'],
    ['deep nesting', invoice('<a>'.repeat(1000) + '</a>'.repeat(1000)), 'deep'],
    ['many attributes', invoice(`<a ${Array.from({ length: 99 }, (_, n) => `a${n}=""`).join(' ')}/>`), 'large'],
    ['a long text', invoice('a'.repeat(xmlLimits.text + 1)), 'large'],
    ['a cut document', invoice('').slice(0, 40), 'broken'],
    ['no document', '', 'broken'],
    ['an encoding by the name of a property', `<?xml version="1.0" encoding="constructor"?>${invoice('')}`, 'encoding'],
    ['an unknown encoding', `<?xml version="1.0" encoding="ebcdic-cp-us"?>${invoice('')}`, 'encoding'],
    ['another vocabulary', '<html xmlns="http://www.w3.org/1999/xhtml"/>', 'another document'],
  ])('%s is refused', (_name, text, reason) => {
    expect(refusal(text)).toBe(reason)
  })

  it('in an encoding that it does not name is refused', () => {
    const bytes = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${invoice('\u00fc')}`, 'latin1')
    expect(refusal(bytes)).toBe('encoding')
    expect(refusal(Buffer.from(`<?xml version="1.0" encoding="UTF-16"?>${invoice('')}`))).toBe('encoding')
  })

  it.each([
    ['UTF-16 with its mark', Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${invoice('')}`, 'utf16le')],
    ['ISO 8859-1', Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${invoice('\u00fc')}`, 'latin1')],
  ])('that is harmless is read in %s', (_name, bytes) => {
    expect(refusal(bytes)).toMatchObject({ syntax: 'ubl' })
  })
})
