import { percentOver } from '#shared/trade/approval.ts'
import { choiceLabel, format } from '#web/i18n.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { screenTexts } from '#web/kit/page/screen-texts.ts'
import { poLines } from '../area'

type Values = Readonly<Record<string, unknown>>

export const screenText = screenTexts(poLines)

/** Why to look closer, with figures where there are any: `6.0 % above the last price 5.25`. */
export const reasonText = (reason: string, line: Values): string => {
  const measure = measures[reason]
  const over = measure && percentOver(text(line.unit_price), text(line[measure]))
  return measure && over
    ? screenText(`reasons.${reason}`, {
        percent: format.number(over),
        price: formatValue(poLines, measure, line, null),
      })
    : choiceLabel(poLines, 'approval_reasons', reason)
}

/** The signed difference of the price from its reference: `+6.0 %`; empty when equal or unknown. */
export const differenceText = (line: Values, measure: string): string => {
  const over = percentOver(text(line.unit_price), text(line[measure]))
  if (over === null || over === '0.0') return ''
  return `${over.startsWith('-') ? '−' : '+'}${format.number(over.replace('-', ''), 1)}%`
}

const measures: Record<string, string> = { price_above_target: 'target_price', price_above_last: 'last_price' }

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
