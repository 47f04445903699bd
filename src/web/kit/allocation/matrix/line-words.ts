import { mentionOf, mentionTitle } from '#web/fields/titles.ts'
import { format } from '#web/i18n.ts'

type Line = Readonly<Record<string, unknown>>

/** The order of a line as text: number and supplier. */
export const orderWords = (line: Line): string =>
  [mentionTitle(mentionOf(line, 'purchase_order_id')), supplierOf(line)].filter(Boolean).join(' · ')

export const supplierOf = ({ supplier }: Line): string =>
  typeof supplier === 'object' && supplier !== null && 'title' in supplier ? String(supplier.title) : ''

/** A line as text: article, colourway and ex-factory date. */
export const lineWords = (line: Line): string =>
  [
    mentionTitle(mentionOf(line, 'article_id')),
    mentionTitle(mentionOf(line, 'colourway_id')),
    typeof line.ex_factory_date === 'string' ? format.date(line.ex_factory_date) : '',
  ]
    .filter(Boolean)
    .join(' · ')
