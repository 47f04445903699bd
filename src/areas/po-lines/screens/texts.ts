import { percentOver } from '#shared/trade/approval.ts'
import { choiceLabel, format } from '#web/i18n.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { screenTexts } from '#web/kit/page/screen-texts.ts'
import { poLines } from '../area'

type Values = Readonly<Record<string, unknown>>

export const screenText = screenTexts(poLines)

/** A reason to check a line closely, with figures if available: `6.0 % above the last price 5.25`. */
export const reasonText = (reason: string, line: Values): string => {
  const measure = measures[reason]
  const percentAbove = measure && percentOver(text(line.unit_price), text(line[measure]))
  return measure && percentAbove
    ? screenText(`reasons.${reason}`, {
        percent: format.number(percentAbove),
        price: formatValue(poLines, measure, line, null),
      })
    : choiceLabel(poLines, 'approval_reasons', reason)
}

/** The signed difference of the price from its reference: `+6.0 %`; empty when equal or unknown. */
export const differenceText = (line: Values, measure: string): string => {
  const percentAbove = percentOver(text(line.unit_price), text(line[measure]))
  if (percentAbove === null || percentAbove === '0.0') return ''
  return `${percentAbove.startsWith('-') ? '−' : '+'}${format.number(percentAbove.replace('-', ''), 1)}%`
}

const measures: Record<string, string> = { price_above_target: 'target_price', price_above_last: 'last_price' }

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
