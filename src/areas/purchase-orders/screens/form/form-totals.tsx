import Box from '@mui/material/Box'
import { useWatch } from 'react-hook-form'
import { currencyDigits, isDecimalText, multiply, round, sum } from '#shared/base/money.ts'
import { format } from '#web/i18n.ts'
import { screenText } from '../texts'

/** Units and value of the order as entered in the form. */
export function FormTotals() {
  const [lines, currency] = useWatch({ name: ['lines', 'currency'] }) as [EditedLine[] | undefined, unknown]
  const units = (lines ?? []).reduce((total, { qty }) => total + (Number(qty) || 0), 0)
  const values = (lines ?? []).map((line) => lineValue(line, currency)).filter((value) => value !== null)
  const value = values.length > 0 && `${String(currency ?? '')} ${format.money(sum(values), String(currency ?? ''))}`
  return (
    <Box className="tabular" sx={{ fontWeight: 600, fontSize: 13, mr: 1 }} aria-live="polite">
      {[screenText('lines.units', { count: units, units: format.number(units) }), value].filter(Boolean).join(' · ')}
    </Box>
  )
}

/** The value of a line, calculated like on the server; null while quantity or price are invalid. */
export const lineValue = ({ qty, unit_price }: EditedLine, currency: unknown): string | null =>
  Number.isInteger(Number(qty)) && Number(qty) > 0 && typeof unit_price === 'string' && isDecimalText(unit_price)
    ? round(multiply(String(Number(qty)), unit_price), currencyDigits(String(currency ?? '')))
    : null

interface EditedLine {
  qty: unknown
  unit_price: unknown
}
