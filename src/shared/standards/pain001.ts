import { compare, currencyDigits, round, sum } from '#shared/base/money.ts'
import { swiftText } from './swift-text'

/** A bank account: an IBAN, or the bank's own account number with a code of the bank. */
export interface BankAccount {
  iban: string | null
  account_no: string | null
  bic: string | null
  clearing_code: string | null
  bank_country: string | null
}

/** An invoice that a transfer pays, or a note that it sets off. */
export interface Remitted {
  invoice_no: string
  invoice_date: string | null
  type: 'invoice' | 'credit_note' | 'debit_note'
  /** Without a sign. */
  amount: string
  discount: string
}

/** One transfer to a supplier. */
export interface Transfer {
  end_to_end_id: string
  amount: string
  creditor: BankAccount & { name: string; town: string | null; country: string | null }
  remitted: readonly Remitted[]
}

/** A payment order for the bank. */
export interface TransferOrder {
  /** Identifies the message, so that the bank recognises a duplicate. */
  message_id: string
  created_at: string
  execution_date: string
  currency: string
  debtor: BankAccount & { name: string }
  transfers: readonly Transfer[]
}

/** Codes of clearing systems by country, from the external code list of ISO 20022. */
const clearingSystems: Readonly<Record<string, string>> = {
  AU: 'AUBSB',
  CN: 'CNAPS',
  GB: 'GBDSC',
  HK: 'HKNCC',
  IN: 'INFSC',
  US: 'USABA',
}

/** Maximum characters of unstructured remittance information. */
const lineLength = 140

/**
 * Writes a customer credit transfer initiation, ISO 20022 pain.001.001.09: one payment information block with a
 * transfer for each supplier. Names and texts are converted to characters that banks accept.
 */
export const pain001 = (order: TransferOrder): string => {
  const { message_id, created_at, execution_date, currency, debtor, transfers } = order
  const count = String(transfers.length)
  const total = amountIn(currency, sum(transfers.map(({ amount }) => amount)))
  return `<?xml version="1.0" encoding="UTF-8"?>\n${write(
    element(
      'Document',
      element(
        'CstmrCdtTrfInitn',
        element(
          'GrpHdr',
          element('MsgId', message_id),
          element('CreDtTm', `${new Date(created_at).toISOString().slice(0, 19)}Z`),
          element('NbOfTxs', count),
          element('CtrlSum', total),
          element('InitgPty', element('Nm', nameIn(debtor.name))),
        ),
        element(
          'PmtInf',
          element('PmtInfId', message_id),
          element('PmtMtd', 'TRF'),
          element('NbOfTxs', count),
          element('CtrlSum', total),
          element('ReqdExctnDt', element('Dt', execution_date)),
          element('Dbtr', element('Nm', nameIn(debtor.name))),
          element('DbtrAcct', accountId(debtor), element('Ccy', currency)),
          element('DbtrAgt', bankId(debtor)),
          element('ChrgBr', 'SHAR'),
          ...transfers.map((transfer) => transferElement(transfer, currency)),
        ),
      ),
    ),
    0,
  )}\n`
}

const transferElement = ({ end_to_end_id, amount, creditor, remitted }: Transfer, currency: string): Element =>
  element(
    'CdtTrfTxInf',
    element('PmtId', element('InstrId', end_to_end_id), element('EndToEndId', end_to_end_id)),
    element('Amt', { ...element('InstdAmt', amountIn(currency, amount)), currency }),
    element('CdtrAgt', bankId(creditor)),
    element('Cdtr', element('Nm', nameIn(creditor.name)), ...addressOf(creditor)),
    element('CdtrAcct', accountId(creditor)),
    ...remittance(remitted, currency),
  )

/**
 * The invoice numbers in one line or, if they do not fit, each with its amounts. A number without any character that
 * banks accept is left out, because an empty element is invalid.
 */
const remittance = (remitted: readonly Remitted[], currency: string): Element[] => {
  const line = remitted.flatMap(({ invoice_no, type }) => {
    const number = swiftText(invoice_no)
    return number ? [`${type === 'invoice' ? '' : '-'}${number}`] : []
  })
  const text = line.join(', ')
  if (text === '') return []
  return [element('RmtInf', ...(text.length <= lineLength ? [element('Ustrd', text)] : remitted.map(referred)))]

  function referred({ invoice_no, invoice_date, type, amount, discount }: Remitted): Element {
    const number = swiftText(invoice_no)
    return element(
      'Strd',
      element(
        'RfrdDocInf',
        element('Tp', element('CdOrPrtry', element('Cd', documentCodes[type]))),
        ...(number ? [element('Nb', number.slice(0, 35))] : []),
        ...(invoice_date ? [element('RltdDt', invoice_date)] : []),
      ),
      element(
        'RfrdDocAmt',
        ...(compare(discount, '0') > 0
          ? [element('DscntApldAmt', { ...element('Amt', amountIn(currency, discount)), currency })]
          : []),
        { ...element(type === 'invoice' ? 'RmtdAmt' : 'CdtNoteAmt', amountIn(currency, amount)), currency },
      ),
    )
  }
}

const documentCodes = { invoice: 'CINV', credit_note: 'CREN', debit_note: 'DEBN' } as const

const addressOf = ({ town, country }: Transfer['creditor']): Element[] => {
  const plain = town ? swiftText(town)?.slice(0, 35) : null
  return country ? [element('PstlAdr', ...(plain ? [element('TwnNm', plain)] : []), element('Ctry', country))] : []
}

const accountId = ({ iban, account_no }: BankAccount): Element =>
  element('Id', iban ? element('IBAN', iban) : element('Othr', element('Id', account_no ?? '')))

const bankId = ({ bic, clearing_code, bank_country }: BankAccount): Element => {
  const system = clearingSystems[bank_country ?? '']
  const parts = [
    ...(bic ? [element('BICFI', bic)] : []),
    ...(clearing_code && (system || !bic)
      ? [
          element(
            'ClrSysMmbId',
            ...(system ? [element('ClrSysId', element('Cd', system))] : []),
            element('MmbId', clearing_code),
          ),
        ]
      : []),
  ]
  return element('FinInstnId', ...(parts.length > 0 ? parts : [element('Othr', element('Id', 'NOTPROVIDED'))]))
}

const nameIn = (name: string) => (swiftText(name) ?? '').slice(0, 140)
const amountIn = (currency: string, amount: string) => round(amount, currencyDigits(currency))

interface Element {
  name: string
  content: string | Element[]
  currency?: string
}

const element = (name: string, ...content: (string | Element)[]): Element => ({
  name,
  content: typeof content[0] === 'string' ? content[0] : (content as Element[]),
})

const namespace = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'

const write = ({ name, content, currency }: Element, depth: number): string => {
  const blank = '  '.repeat(depth)
  const attributes = `${depth === 0 ? ` xmlns="${namespace}"` : ''}${currency ? ` Ccy="${escaped(currency)}"` : ''}`
  if (typeof content === 'string') return `${blank}<${name}${attributes}>${escaped(content)}</${name}>`
  return `${blank}<${name}${attributes}>\n${content.map((child) => write(child, depth + 1)).join('\n')}\n${blank}</${name}>`
}

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? '')
