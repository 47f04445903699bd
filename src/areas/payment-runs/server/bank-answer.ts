import { cutText } from '#shared/base/cut-text.ts'
import { isRecordDate } from '#shared/base/dates.ts'
import { isDecimalText } from '#shared/base/money.ts'
import { dateForms, readDate } from '#shared/delimited/forms.ts'
import { readTable } from '#shared/delimited/read.ts'
import { all, readXml, textAt, type XmlElement } from './xml-tree'

/** The bank's result for one payment. */
export interface BankResult {
  end_to_end_id: string
  outcome: 'paid' | 'failed' | 'waiting'
  amount: string | null
  currency: string | null
  date: string | null
  reference: string | null
  reason: string | null
}

/** An answer of the bank. `of_all`: its result for all payments of the message that it does not name individually. */
export interface BankAnswer {
  kind: 'pain002' | 'camt054' | 'csv'
  /** The message that it answers; null when the file does not contain it. */
  message_id: string | null
  of_all: Omit<BankResult, 'end_to_end_id'> | null
  results: BankResult[]
}

/**
 * Reads a payment status report (pain.002), a debit notification (camt.054) or a table. Returns null for any other
 * file, and `dates` when the dates of a table are ambiguous.
 */
export const readBankAnswer = (bytes: Uint8Array): BankAnswer | 'dates' | null => {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200)).replace(/^\u00ef\u00bb\u00bf/, '')
  if (!/^\s*</.test(start)) return readCsv(bytes)
  const document = readXml(new TextDecoder('utf-8').decode(bytes))
  const [report] = document ? all(document, 'CstmrPmtStsRpt') : []
  if (report) return readStatusReport(report)
  const [notification] = document ? all(document, 'BkToCstmrDbtCdtNtfctn') : []
  return notification ? readNotification(notification) : null
}

// ACSC: the debtor's account is debited. ACCC: the creditor's account is credited. Other codes report earlier steps.
const outcomeOf = (code: string | null): BankResult['outcome'] =>
  code === 'ACSC' || code === 'ACCC' ? 'paid' : code === 'RJCT' || code === 'CANC' ? 'failed' : 'waiting'

const dayOf = (text: string | null): string | null => {
  const day = text?.slice(0, 10) ?? ''
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && isRecordDate(day) ? day : null
}

const reasonOf = (element: XmlElement, info: string): string | null =>
  cutText(
    all(element, info)
      .map((entry) =>
        [
          textAt(entry, 'Rsn', 'Cd') ?? textAt(entry, 'Rsn', 'Prtry'),
          ...all(entry, 'AddtlInf').map(({ text }) => text.trim()),
        ]
          .filter(Boolean)
          .join(' '),
      )
      .join('; '),
    200,
  ) || null

const readStatusReport = (report: XmlElement): BankAnswer => {
  const created = dayOf(textAt(report, 'GrpHdr', 'CreDtTm'))
  const [group] = all(report, 'OrgnlGrpInfAndSts')
  const payments = all(report, 'OrgnlPmtInfAndSts')
  const overall = [
    ...payments.map((payment) => ({ element: payment, code: textAt(payment, 'PmtInfSts') })),
    ...(group ? [{ element: group, code: textAt(group, 'GrpSts') }] : []),
  ].find(({ code }) => code !== null && code !== 'PART')
  const results = payments.flatMap((payment) =>
    all(payment, 'TxInfAndSts').flatMap((entry): BankResult[] => {
      const end_to_end_id = textAt(entry, 'OrgnlEndToEndId') ?? textAt(entry, 'OrgnlInstrId')
      const [amount] = all(entry, 'OrgnlTxRef', 'Amt', 'InstdAmt')
      if (!end_to_end_id) return []
      return [
        {
          end_to_end_id,
          outcome: outcomeOf(textAt(entry, 'TxSts')),
          ...moneyOf(amount),
          date: dayOf(textAt(entry, 'FctvIntrBkSttlmDt', 'Dt') ?? textAt(entry, 'AccptncDtTm')) ?? created,
          reference: textAt(entry, 'AcctSvcrRef')?.slice(0, 60) ?? null,
          reason: reasonOf(entry, 'StsRsnInf'),
        },
      ]
    }),
  )
  return {
    kind: 'pain002',
    message_id: group ? textAt(group, 'OrgnlMsgId') : null,
    of_all: overall
      ? {
          outcome: outcomeOf(overall.code),
          ...{ amount: null, currency: null, date: created, reference: null },
          reason: reasonOf(overall.element, 'StsRsnInf'),
        }
      : null,
    results,
  }
}

const moneyOf = (element: XmlElement | undefined) => {
  const amount = element?.text.trim() ?? ''
  return {
    amount: isDecimalText(amount) ? amount : null,
    currency: element?.attributes.Ccy ?? null,
  }
}

const readNotification = (notification: XmlElement): BankAnswer => ({
  kind: 'camt054',
  message_id: null,
  of_all: null,
  results: all(notification, 'Ntfctn', 'Ntry').flatMap((entry) => {
    const isBooked = (textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts')) === 'BOOK'
    const date = dayOf(textAt(entry, 'BookgDt', 'Dt') ?? textAt(entry, 'BookgDt', 'DtTm'))
    const details = all(entry, 'NtryDtls', 'TxDtls')
    return details.flatMap((detail): BankResult[] => {
      const end_to_end_id = textAt(detail, 'Refs', 'EndToEndId')
      if (!end_to_end_id) return []
      const isDebit = (textAt(detail, 'CdtDbtInd') ?? textAt(entry, 'CdtDbtInd')) === 'DBIT'
      const isReturned = !isDebit || textAt(entry, 'RvslInd') === 'true' || all(detail, 'RtrInf').length > 0
      const [amount] = [
        ...all(detail, 'AmtDtls', 'InstdAmt', 'Amt'),
        ...all(detail, 'Amt'),
        ...all(detail, 'AmtDtls', 'TxAmt', 'Amt'),
        ...(details.length === 1 ? all(entry, 'Amt') : []),
      ]
      return [
        {
          end_to_end_id,
          outcome: !isBooked ? 'waiting' : isReturned ? 'failed' : 'paid',
          ...moneyOf(amount),
          date,
          reference: (textAt(detail, 'Refs', 'AcctSvcrRef') ?? textAt(entry, 'AcctSvcrRef'))?.slice(0, 60) ?? null,
          reason: reasonOf(detail, 'RtrInf'),
        },
      ]
    })
  }),
})

const columns = {
  end_to_end_id: ['end_to_end_id', 'end to end id', 'payment reference', '付款编号'],
  status: ['status', 'result', '状态', '结果'],
  amount: ['amount', '金额'],
  currency: ['currency', '币种'],
  date: ['date', 'paid_on', '日期', '付款日期'],
  reference: ['reference', 'bank_reference', 'bank reference', '银行流水号'],
  reason: ['reason', '原因'],
} as const

const outcomeWords: Readonly<Record<string, BankResult['outcome']>> = {
  ...Object.fromEntries(['paid', 'booked', 'acsc', 'accc', '已付', '成功'].map((word) => [word, 'paid' as const])),
  ...Object.fromEntries(
    ['failed', 'rejected', 'returned', 'rjct', '失败', '退回'].map((word) => [word, 'failed' as const]),
  ),
}

const readCsv = (bytes: Uint8Array): BankAnswer | 'dates' | null => {
  const table = readTable(bytes)
  if (table.problem) return null
  const places = Object.fromEntries(
    Object.entries(columns).map(([name, titles]) => [
      name,
      table.headings.findIndex((heading) => (titles as readonly string[]).includes(heading.trim().toLowerCase())),
    ]),
  ) as Record<keyof typeof columns, number>
  if (places.end_to_end_id < 0 || places.status < 0) return null
  const rows = [...table.rows()].map(
    ({ cells }) =>
      (name: keyof typeof columns) =>
        cells[places[name]]?.trim() || null,
  )
  const readDay = dayReader(rows.flatMap((cell) => cell('date') ?? []))
  if (!readDay) return 'dates'
  const results: BankResult[] = []
  for (const cell of rows) {
    const end_to_end_id = cell('end_to_end_id')
    if (!end_to_end_id) continue
    const amount = cell('amount')?.replaceAll(',', '') ?? ''
    results.push({
      end_to_end_id,
      outcome: outcomeWords[cell('status')?.toLowerCase() ?? ''] ?? 'waiting',
      amount: isDecimalText(amount) ? amount : null,
      currency: cell('currency'),
      date: readDay(cell('date')),
      reference: cell('reference')?.slice(0, 60) ?? null,
      reason: cutText(cell('reason') ?? '', 200) || null,
    })
    if (results.length > mostResults) return null
  }
  return { kind: 'csv', message_id: null, of_all: null, results }
}

/**
 * Detects the date format of a table: ISO 8601, or the only other format that fits all dates. Null when it is
 * ambiguous.
 */
const dayReader = (days: readonly string[]): ((text: string | null) => string | null) | null => {
  if (days.every((day) => dayOf(day) !== null)) return dayOf
  const [fit] = dateForms(days)
  return fit && !fit.ambiguous ? (text) => text && readDate(text, fit.form) : null
}

const mostResults = 10_000
