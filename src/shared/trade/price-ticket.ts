import { currencyDigits } from '#shared/base/money.ts'
import { textOf } from '#shared/kit/text.ts'
import { gtinFault } from '#shared/standards/gtin.ts'
import type { MarkGap } from './mark'

/** A retail price of a line, as far as the reader may know it. */
export interface LinePrice {
  id: number
  market: string
  /** Null until the price is released. */
  amount: string | null
  currency: string | null
}

/** An order line, as far as its price tickets need it. */
export interface TicketLine {
  id: number
  purchase_order_id: number
  po_no: string
  line_no: number
  line_title: string
  is_cancelled: boolean
  article_id: number
  article_no: string
  article_name: string | null
  colour_code: string | null
  colour: string | null
  quantities: readonly { size: string; sku: string | null; gtin: string | null; qty: number }[]
  prices: readonly LinePrice[]
}

/** The content of the price ticket of one size. */
export interface PriceTicket {
  article_no: string
  article_name: string | null
  colour: string | null
  size: string
  sku: string | null
  gtin: string
  qty: number
  market: string
  /** Formatted for the market. */
  price: string
}

/** The price tickets of a line for a market, one for each size. Check `missingForTickets` first. */
export const priceTickets = (line: TicketLine, market: string): PriceTicket[] => {
  const { article_no, article_name, colour_code, colour, quantities, prices } = line
  const price = prices.find((candidate) => candidate.market === market)
  return quantities.map(({ size, sku, gtin, qty }) => ({
    ...{ article_no, article_name, size, sku, qty, market },
    colour: [colour_code, colour].filter(Boolean).join(' ') || null,
    gtin: gtin ?? '',
    price: price?.amount && price.currency ? marketPrice(price.amount, price.currency, market) : '',
  }))
}

/** Formats an amount for a market: `£29.99` in Britain, `29,99 €` in Germany. */
export const marketPrice = (amount: string, currency: string, market: string): string => {
  const digits = currencyDigits(currency)
  const { language, region } = new Intl.Locale(`und-${market}`).maximize()
  return new Intl.NumberFormat(`${language}-${region}`, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount as Intl.StringNumericLiteral)
}

/** What is missing before the price tickets of a line can be printed for a market; an empty list if nothing is. */
export const missingForTickets = (line: TicketLine, market: string | null): MarkGap[] => {
  const { quantities, prices } = line
  const ofOrder = (key: string): MarkGap => ({ text: textOf(key), source: 'order', id: line.purchase_order_id })
  if (line.is_cancelled) return [ofOrder('problems.marks.line_cancelled')]
  const price = prices.find((candidate) => candidate.market === market)
  const isReleased = Boolean(price?.amount && price.currency)
  return [
    ...(quantities.length > 0 ? [] : [ofOrder('problems.marks.no_size')]),
    ...(isReleased ? [] : [unreleased(price, market)]),
    ...quantities.flatMap(({ size, gtin }) => faultOf(size, gtin, line.article_id)),
  ]
}

const unreleased = (price: LinePrice | undefined, market: string | null): MarkGap => ({
  text: market ? textOf('problems.marks.price_unreleased', { market }) : textOf('problems.marks.no_price_released'),
  source: 'retail_price',
  id: price?.id ?? null,
})

const faultOf = (size: string, gtin: string | null, article: number): MarkGap[] => {
  const ofArticle = (text: MarkGap['text']): MarkGap[] => [{ text, source: 'article', id: article }]
  if (!gtin) return ofArticle(textOf('problems.marks.no_gtin', { size }))
  const fault = gtinFault(gtin)
  return fault ? ofArticle(textOf('problems.marks.gtin_fault', { size, gtin, fault })) : []
}
