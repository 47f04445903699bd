import { fold } from '#shared/kit/fold.ts'
import type { Language } from '#shared/kit/text.ts'
import { currencyNames } from './currency-table'

/** The name of a currency; an unknown code is returned unchanged. */
export const currencyName = (code: string, language: Language): string =>
  currencyNames[code]?.[language === 'zh' ? 1 : 0] ?? code

/** All currencies in use, by code, with their names. */
export const currencyOptions = (language: Language): { code: string; name: string }[] =>
  Object.keys(currencyNames).map((code) => ({ code, name: currencyName(code, language) }))

/**
 * Parses a currency as people write it (`usd`, `US$`, `RMB`, `€`, `人民币`) to its code; null if unknown. `$` and `¥`
 * alone are ambiguous.
 */
export const readCurrency = (text: string): string | null => {
  const written = text.slice(0, 100).normalize('NFKC').trim()
  const code = written.toUpperCase()
  if (currencyNames[code]) return code
  const alias = aliases[code.replace(/[\s.]/g, '')]
  if (alias) return alias
  const folded = fold(written)
  return Object.keys(currencyNames).find((known) => currencyNames[known]?.some((name) => fold(name) === folded)) ?? null
}

const aliases: Readonly<Record<string, string>> = {
  US$: 'USD',
  USDOLLARS: 'USD',
  '€': 'EUR',
  EUROS: 'EUR',
  '£': 'GBP',
  STG: 'GBP',
  A$: 'AUD',
  AU$: 'AUD',
  NZ$: 'NZD',
  HK$: 'HKD',
  S$: 'SGD',
  C$: 'CAD',
  CA$: 'CAD',
  NT$: 'TWD',
  RMB: 'CNY',
  CNH: 'CNY',
  元人民币: 'CNY',
  人民币元: 'CNY',
  港币: 'HKD',
  台币: 'TWD',
  澳元: 'AUD',
  '₹': 'INR',
  '৳': 'BDT',
  TK: 'BDT',
  '₫': 'VND',
  '฿': 'THB',
  '₩': 'KRW',
  '₺': 'TRY',
  TL: 'TRY',
}
