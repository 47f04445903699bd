import { compare, currencyDigits, isWholeMinorUnits } from '#shared/base/money.ts'
import { numberFits, readNumber } from '#shared/delimited/forms.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { fold } from '#shared/kit/fold.ts'
import { countryName } from '#shared/standards/country-names.ts'

/** The plan for a pasted row: its price record, or why there is none. */
export interface Planned {
  /** Line number of the pasted text, from 1. */
  line: number
  text: string
  rrp?: AnyRecord
  amount?: string
  problem?: { key: string; params?: Record<string, string> }
}

/**
 * Assigns pasted cells to records. A single column contains prices, assigned in order to the records that accept one.
 * With several columns, the last cell of a row is the price, and the cells before it identify the record by order line,
 * order, article, colour or market.
 */
export const planPaste = (text: string, rrps: readonly AnyRecord[]): Planned[] => {
  const rows = cellsOf(text)
  const form = numberFits(rows.map(lastOf))[0]?.form ?? 'plain'
  const priceIn = (cells: readonly string[]) => readNumber(lastOf(cells), form)
  const [first = [], ...others] = rows
  const hasHead = /\p{L}{3}|\p{sc=Han}/u.test(lastOf(first)) && others.some((cells) => priceIn(cells) !== null)
  const isColumn = rows.every((cells) => namesOf(cells).length === 0)
  const waiting = rrps.filter(isEditable)
  const matchedIds = new Set<number>()
  return rows.slice(hasHead ? 1 : 0).flatMap((cells, index): Planned[] => {
    // An empty cell of a column skips a record, which keeps its price.
    if (lastOf(cells) === '') return []
    const candidates = isColumn ? waiting.slice(index, index + 1) : rrps.filter((rrp) => hasNames(rrp, namesOf(cells)))
    const row = { line: index + (hasHead ? 2 : 1), text: cells.filter(Boolean).join(' ') }
    if (!isColumn && namesOf(cells).length === 0) return [{ ...row, problem: { key: 'unnamed' } }]
    return [{ ...row, ...placed(cells, priceIn(cells), candidates, matchedIds) }]
  })
}

const cellsOf = (text: string): string[][] =>
  text
    .trimEnd()
    .split(/\r\n|\r|\n/)
    .map((line) => line.split('\t').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')))

const placed = (
  cells: readonly string[],
  amount: string | null,
  [rrp, ...others]: readonly AnyRecord[],
  matchedIds: Set<number>,
): Omit<Planned, 'line' | 'text'> => {
  const nameParams = { text: namesOf(cells).join(' ') }
  if (amount === null || compare(amount, '0') <= 0)
    return { problem: { key: 'not_price', params: { text: lastOf(cells) } } }
  if (!rrp)
    return { amount, problem: nameParams.text === '' ? { key: 'no_row' } : { key: 'not_found', params: nameParams } }
  if (others.length > 0) return { amount, problem: { key: 'several', params: nameParams } }
  if (matchedIds.has(rrp.id)) return { amount, rrp, problem: { key: 'twice' } }
  matchedIds.add(rrp.id)
  if (!isEditable(rrp)) return { amount, rrp, problem: { key: 'not_editable' } }
  const { currency } = rrp
  if (typeof currency === 'string' && !isWholeMinorUnits(amount, currency))
    return { amount, rrp, problem: { key: decimalsKey(currency), params: { text: amount, currency } } }
  const isSame = typeof rrp.amount === 'string' && compare(rrp.amount, amount) === 0
  return isSame ? { amount, rrp, problem: { key: 'same' } } : { amount, rrp }
}

const decimalsKey = (currency: string) => (currencyDigits(currency) === 0 ? 'no_decimals' : 'too_many_decimals')

const lastOf = (cells: readonly string[]) => cells.findLast(Boolean) ?? ''
const namesOf = (cells: readonly string[]) => cells.filter(Boolean).slice(0, -1)

/** Whether a price may be entered without a move. */
const isEditable = ({ status }: AnyRecord) => status === 'required' || status === 'entered'

const hasNames = (rrp: AnyRecord, names: readonly string[]) => {
  const ownKeys = new Set(ownNames(rrp).map(plain))
  return names.every((name) => ownKeys.has(plain(name)))
}

/** All names by which a spreadsheet may refer to a record of the list. */
const ownNames = (rrp: AnyRecord): string[] => {
  const market = String(rrp.market)
  const title = String(rrp.rrp_title)
  const line = title.slice(0, -market.length - 1)
  const titles = ['purchase_order', 'article', 'colourway'].flatMap((name) => {
    const mention = rrp[name] as { title?: string; title_zh?: string } | null | undefined
    return [mention?.title, mention?.title_zh].filter((title) => typeof title === 'string')
  })
  return [title, line, market, ...titles, countryName(market, 'en'), countryName(market, 'zh')]
}

/** Names are compared without spaces and case: `PO-1/10`, `po-1 / 10`. */
const plain = (name: string) => fold(name).replace(/\s+/g, '')
