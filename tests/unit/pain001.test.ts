import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import { pain001, type Transfer, type TransferOrder } from '#shared/standards/pain001.ts'
import { swiftName, swiftText } from '#shared/standards/swift-text.ts'
import { proposeItems, totalsOf } from '#shared/trade/payment-run.ts'

/**
 * The part of the published schema of pain.001.001.09 that the file may use: of each type its elements in their order, with
 * `?` where they may be absent, `*` where they may repeat, and `|` between alternatives; or the pattern of its text.
 */
const schema: Record<string, readonly string[] | RegExp> = {
  Document: ['CstmrCdtTrfInitn'],
  CstmrCdtTrfInitn: ['GrpHdr', 'PmtInf*'],
  GrpHdr: ['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum?', 'InitgPty'],
  InitgPty: ['Nm?'],
  PmtInf: [
    ...['PmtInfId', 'PmtMtd', 'BtchBookg?', 'NbOfTxs?', 'CtrlSum?', 'PmtTpInf?', 'ReqdExctnDt', 'Dbtr', 'DbtrAcct'],
    ...['DbtrAgt', 'ChrgBr?', 'CdtTrfTxInf*'],
  ],
  ReqdExctnDt: ['Dt|DtTm'],
  Dbtr: ['Nm?', 'PstlAdr?'],
  DbtrAcct: ['Id', 'Ccy?'],
  'DbtrAcct/Id': ['IBAN|Othr'],
  'CdtrAcct/Id': ['IBAN|Othr'],
  Othr: ['Id'],
  'Othr/Id': /^.{1,35}$/,
  DbtrAgt: ['FinInstnId'],
  CdtrAgt: ['FinInstnId'],
  FinInstnId: ['BICFI?', 'ClrSysMmbId?', 'Othr?'],
  ClrSysMmbId: ['ClrSysId?', 'MmbId'],
  ClrSysId: ['Cd'],
  'ClrSysId/Cd': /^[A-Z]{5}$/,
  MmbId: /^.{1,35}$/,
  BICFI: /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
  IBAN: /^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}$/,
  CdtTrfTxInf: ['PmtId', 'Amt', 'CdtrAgt?', 'Cdtr?', 'CdtrAcct?', 'RmtInf?'],
  PmtId: ['InstrId?', 'EndToEndId'],
  Amt: ['InstdAmt'],
  Cdtr: ['Nm?', 'PstlAdr?'],
  CdtrAcct: ['Id'],
  PstlAdr: ['TwnNm?', 'Ctry?'],
  RmtInf: ['Ustrd*?', 'Strd*?'],
  Ustrd: /^.{1,140}$/,
  Strd: ['RfrdDocInf?', 'RfrdDocAmt?'],
  RfrdDocInf: ['Tp?', 'Nb?', 'RltdDt?'],
  Tp: ['CdOrPrtry'],
  CdOrPrtry: ['Cd|Prtry'],
  'CdOrPrtry/Cd': /^(CINV|CREN|DEBN)$/,
  Nb: /^.{1,35}$/,
  RltdDt: /^\d{4}-\d{2}-\d{2}$/,
  RfrdDocAmt: ['DuePyblAmt?', 'DscntApldAmt*?', 'CdtNoteAmt?', 'RmtdAmt?'],
  DscntApldAmt: ['Amt'],
  'DscntApldAmt/Amt': /^\d{1,13}(\.\d{1,5})?$/,
  CdtNoteAmt: /^\d{1,13}(\.\d{1,5})?$/,
  RmtdAmt: /^\d{1,13}(\.\d{1,5})?$/,
  InstdAmt: /^\d{1,13}(\.\d{1,5})?$/,
  MsgId: /^.{1,35}$/,
  PmtInfId: /^.{1,35}$/,
  InstrId: /^.{1,35}$/,
  EndToEndId: /^.{1,35}$/,
  CreDtTm: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/,
  NbOfTxs: /^[0-9]{1,15}$/,
  CtrlSum: /^\d{1,13}(\.\d{1,5})?$/,
  PmtMtd: /^TRF$/,
  ChrgBr: /^(DEBT|CRED|SHAR|SLEV)$/,
  Nm: /^.{1,140}$/,
  Dt: /^\d{4}-\d{2}-\d{2}$/,
  Ccy: /^[A-Z]{3}$/,
  TwnNm: /^.{1,35}$/,
  Ctry: /^[A-Z]{2}$/,
}
const withCurrency = new Set(['InstdAmt', 'RmtdAmt', 'CdtNoteAmt', 'DscntApldAmt/Amt'])

interface Node {
  name: string
  parent: string
  children: Node[]
  text: string
  attributes: Record<string, string>
}

const parse = (xml: string): Node => {
  const top: Node = { name: '', parent: '', children: [], text: '', attributes: {} }
  const open = [top]
  const parser = new SaxesParser({ xmlns: false })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const node = { name, parent: open.at(-1)?.name ?? '', children: [], text: '', attributes: { ...attributes } }
    open.at(-1)?.children.push(node)
    open.push(node)
  })
  parser.on('closetag', () => void open.pop())
  parser.on('text', (text) => {
    const node = open.at(-1)
    if (node) node.text += text
  })
  parser.write(xml).close()
  return top.children[0] as Node
}

/** What is not as the schema has it. */
const faults = (node: Node): string[] => {
  const key = Object.hasOwn(schema, `${node.parent}/${node.name}`) ? `${node.parent}/${node.name}` : node.name
  const type = schema[key]
  if (!type) return [`${key} is not known`]
  const ofAttributes =
    withCurrency.has(key) && !/^[A-Z]{3}$/.test(node.attributes.Ccy ?? '') ? [`${key} without Ccy`] : []
  if (type instanceof RegExp) return type.test(node.text) ? ofAttributes : [`${key}: ${node.text}`]
  const rest = node.children.map(({ name }) => name)
  const found: string[] = []
  for (const entry of type) {
    const [, names = '', repeats, optional] = /^([\w|]+)(\*?)(\??)$/.exec(entry) ?? []
    let count = 0
    while (rest[0] !== undefined && names.split('|').includes(rest[0]) && (count === 0 || repeats)) {
      rest.shift()
      count += 1
    }
    if (count === 0 && !optional) found.push(`${key} lacks ${names}`)
  }
  return [
    ...found,
    ...rest.map((name) => `${key}: ${name} misplaced`),
    ...ofAttributes,
    ...node.children.flatMap(faults),
  ]
}

const all = (node: Node, name: string): Node[] => [
  ...(node.name === name ? [node] : []),
  ...node.children.flatMap((child) => all(child, name)),
]

const transfer = (values: Partial<Transfer> = {}): Transfer => ({
  end_to_end_id: 'PAY-2026-000001-001',
  amount: '1250.5',
  creditor: {
    ...{ name: 'Golden Loom Garment Co., Ltd.', town: 'Ningbo', country: 'CN', iban: null },
    ...{ account_no: '35200000016842', bic: 'BKCHCNBJ92A', clearing_code: '104100000004', bank_country: 'CN' },
  },
  remitted: [
    { invoice_no: 'GL/1 & <2>', invoice_date: '2026-10-01', type: 'invoice', amount: '1250.5', discount: '0' },
  ],
  ...values,
})
const order = (values: Partial<TransferOrder> = {}): TransferOrder => ({
  message_id: 'PAY-2026-000001',
  created_at: '2026-11-28T10:00:00.123Z',
  execution_date: '2026-12-01',
  currency: 'USD',
  debtor: {
    ...{ name: 'Alderwick & Fenmoor Retail', iban: 'GB29NWBK60161331926819', account_no: null, bic: 'NWBKGB2L' },
    ...{ clearing_code: null, bank_country: 'GB' },
  },
  transfers: [transfer()],
  ...values,
})

describe('pain.001', () => {
  it('has the elements of the published schema in their order', () => {
    const document = parse(pain001(order()))
    expect(document.attributes.xmlns).toBe('urn:iso:std:iso:20022:tech:xsd:pain.001.001.09')
    expect(faults(document)).toEqual([])
  })

  it.each([
    ['JPY', '125000', '125000'],
    ['USD', '1250.5', '1250.50'],
    ['KWD', '12.345', '12.345'],
  ])('writes amounts in %s with the digits of its minor unit', (currency, amount, written) => {
    const two = [transfer({ amount }), transfer({ end_to_end_id: 'PAY-2026-000001-002', amount })]
    const document = parse(pain001(order({ currency, transfers: two })))
    expect(all(document, 'InstdAmt').map(({ text, attributes }) => [text, attributes.Ccy])).toEqual([
      [written, currency],
      [written, currency],
    ])
    expect(all(document, 'NbOfTxs').map(({ text }) => text)).toEqual(['2', '2'])
    const [total] = all(document, 'CtrlSum').map(({ text }) => text)
    expect(Number(total)).toBe(Number(amount) * 2)
    expect(faults(document)).toEqual([])
  })

  it.each([
    ['CN', '104100000004', 'CNAPS'],
    ['US', '021000021', 'USABA'],
    ['GB', '601613', 'GBDSC'],
    ['HK', '004', 'HKNCC'],
    ['AU', '062000', 'AUBSB'],
    ['IN', 'HDFC0000001', 'INFSC'],
  ])('names a bank in %s without a BIC by its clearing code', (bank_country, clearing_code, system) => {
    const creditor = { ...transfer().creditor, bic: null, clearing_code, bank_country }
    const document = parse(pain001(order({ transfers: [transfer({ creditor })] })))
    expect(all(document, 'ClrSysId')[0]?.children[0]?.text).toBe(system)
    expect(all(document, 'MmbId')[0]?.text).toBe(clearing_code)
    expect(faults(document)).toEqual([])
  })

  it('names an account by its IBAN where it has one', () => {
    const creditor = { ...transfer().creditor, iban: 'DE89370400440532013000', bic: null, clearing_code: null }
    const document = parse(pain001(order({ transfers: [transfer({ creditor })] })))
    expect(all(document, 'IBAN').map(({ text }) => text)).toEqual(['GB29NWBK60161331926819', 'DE89370400440532013000'])
    expect(all(document, 'FinInstnId')[1]?.children[0]?.name).toBe('Othr')
    expect(faults(document)).toEqual([])
  })

  it('lists a few invoices in a line, and many each with its amounts', () => {
    const few = parse(pain001(order()))
    expect(all(few, 'Ustrd')[0]?.text).toBe('GL/1 + 2')
    const remitted = Array.from({ length: 30 }, (_, index) => ({
      ...{
        invoice_no: `INVOICE-${index}`,
        invoice_date: '2026-10-01',
        amount: '10',
        discount: index === 0 ? '2' : '0',
      },
      type: index === 29 ? ('credit_note' as const) : ('invoice' as const),
    }))
    const many = parse(pain001(order({ transfers: [transfer({ remitted })] })))
    expect(all(many, 'Ustrd')).toEqual([])
    expect(all(many, 'Strd')).toHaveLength(30)
    expect(all(many, 'DscntApldAmt')).toHaveLength(1)
    expect(all(many, 'CdtNoteAmt')).toHaveLength(1)
    expect(faults(many)).toEqual([])
  })

  it.each([
    ['发票', 'GL/1', 'GL/1'],
    ['发票', '贷项', undefined],
  ])('leaves out numbers without a Latin letter or digit: %s and %s', (first, second, said) => {
    const remitted = [first, second].map((invoice_no) => ({
      ...{ invoice_no, invoice_date: '2026-10-01', type: 'invoice' as const, amount: '10', discount: '0' },
    }))
    const document = parse(pain001(order({ transfers: [transfer({ remitted })] })))
    expect(all(document, 'Ustrd')[0]?.text).toBe(said)
    expect(faults(document)).toEqual([])
  })

  it('is found wrong by this check where it is', () => {
    const xml = pain001(order())
    expect(faults(parse(xml.replace('<MsgId>', '<MsgId>'.padEnd(50, 'x'))))).not.toEqual([])
    expect(faults(parse(xml.replace(/<EndToEndId>.*<\/EndToEndId>/, '')))).not.toEqual([])
    expect(faults(parse(xml.replace(' Ccy="USD"', '')))).not.toEqual([])
    expect(
      faults(parse(xml.replace(/(<CdtrAgt>[\s\S]*<\/CdtrAgt>)([\s\S]*)<\/CdtTrfTxInf>/, '$2$1</CdtTrfTxInf>'))),
    ).not.toEqual([])
  })
})

describe('texts for banks', () => {
  it.each([
    ['Łódź Müller & Söhne “GmbH”', "Lodz Muller + Sohne 'GmbH'"],
    ['Đặng Thị Ánh', 'Dang Thi Anh'],
    ['ＡＢＣ　１２３', 'ABC 123'],
    ['a<b>&"c"', "a b +'c'"],
    ['宁波金梭', null],
  ])('%s becomes %s', (text, written) => {
    expect(swiftText(text)).toBe(written)
  })

  it('are no names where letters of another writing are lost', () => {
    expect(swiftName('Golden Loom 金梭')).toBeNull()
    expect(swiftName('Golden Loom Co., Ltd.')).toBe('Golden Loom Co., Ltd.')
  })
})

describe('the proposal of a run', () => {
  const payable = (invoice_id: number, balance: string, values: object = {}) => ({
    ...{ invoice_id, invoice_no: `I${invoice_id}`, supplier_id: 1, invoice_type: 'commercial', due_date: '2026-11-01' },
    ...{ balance, discount_date: null, discount_amount: null, discount_taken: '0' },
    ...values,
  })
  const note = (id: number, balance: string, values: object = {}) =>
    payable(id, balance, { invoice_type: 'credit_note', ...values })

  it('sets notes off until nothing is left to pay, and leaves the rest open', () => {
    const items = proposeItems([payable(1, '100'), note(2, '60'), note(3, '70')], '2026-11-28', 'USD')
    expect(items.map(({ invoice_id, pay_amount }) => [invoice_id, Number(pay_amount)])).toEqual([
      [1, 100],
      [2, -60],
      [3, -40],
    ])
    expect(proposeItems([note(1, '10')], '2026-11-28', 'USD')).toEqual([])
    const apart = proposeItems([payable(1, '10'), note(2, '5', { supplier_id: 2 })], '2026-11-28', 'USD')
    expect(apart.map(({ invoice_id }) => invoice_id)).toEqual([1])
  })

  it.each([
    ['2026-11-28', '20', '0', 'USD', '20.00'],
    ['2026-11-29', '20', '0', 'USD', '0'],
    ['2026-11-28', '20', '15', 'USD', '5.00'],
    ['2026-11-28', '20', '20', 'USD', '0'],
    ['2026-11-28', '20.4', '0', 'JPY', '20'],
    ['2026-11-28', '1.2345', '0', 'KWD', '1.235'],
  ])('takes a discount on %s of %s less %s in %s: %s', (day, discount_amount, discount_taken, currency, discount) => {
    const values = { discount_date: '2026-11-28', discount_amount, discount_taken }
    const [item] = proposeItems([payable(1, '100', values)], day, currency)
    expect(item?.discount).toBe(discount)
    expect(Number(item?.pay_amount) + Number(discount)).toBe(100)
  })

  it('adds up without what failed', () => {
    const items = [
      { supplier_id: 1, pay_amount: '100', discount: '2', outcome: 'paid' },
      { supplier_id: 1, pay_amount: '-100', discount: '0', outcome: 'paid' },
      { supplier_id: 2, pay_amount: '5', discount: '0', outcome: 'open' },
      { supplier_id: 3, pay_amount: '7', discount: '0', outcome: 'failed' },
    ]
    expect(totalsOf(items, 'USD')).toEqual({
      ...{ paid_out: '5.00', set_off: '100.00', discount_total: '2.00' },
      ...{ payments_qty: 1, suppliers_qty: 2, failed_qty: 1 },
    })
  })
})
