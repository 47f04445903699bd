import Box from '@mui/material/Box'
import { type HttpError, useList } from '@refinedev/core'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { compare, formatAmount, isDecimalText, sum } from '#shared/base/money.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { amountsOf, type Billed, type InvoiceAmounts, type Rate } from '#shared/trade/invoice-amounts.ts'
import { titleOf } from '#web/fields/titles.ts'
import { fieldLabel, useLanguage } from '#web/i18n.ts'
import { areaNamed } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import { invoices } from '../area'
import { screenText } from './texts'

const taxRates = areaNamed('tax-rates')

/** The totals of the current form values, before saving. */
export function FormTotals() {
  const [currency, lines, charges] = useWatch({ name: ['currency', 'lines', 'charges'] }) as unknown[]
  const { rates } = useRates()
  if (typeof currency !== 'string' || currency === '') return null
  const billed = { currency, lines: readable(lines), charges: readable(charges) }
  return (
    <Section title={screenText('totals')}>
      <Totals sums={amountsOf(billed, rates)} currency={currency} />
    </Section>
  )
}

/** Rows with invalid numbers replaced, so that totals can be computed while typing. */
const readable = (rows: unknown): Billed['lines'] =>
  (Array.isArray(rows) ? rows : []).map((row: Record<string, unknown>) => ({
    ...row,
    qty: numberIn(row.qty),
    unit_price: numberIn(row.unit_price),
    charge_amount: numberIn(row.charge_amount),
  }))
const numberIn = (value: unknown) => (isDecimalText(String(value ?? '')) ? String(value) : '0')

/** The rates of tax by id, with their records. */
export const useRates = () => {
  const { result } = useList<AnyRecord, HttpError>({
    resource: taxRates.name,
    pagination: { currentPage: 1, pageSize: 100, mode: 'server' },
    errorNotification: false,
  })
  const records = result.data
  return useMemo(
    () => ({
      records: new Map(records.map((record) => [record.id, record])),
      rates: new Map(records.map((record) => [record.id, record as unknown as Rate])),
    }),
    [records],
  )
}

/** Goods, charges, tax by rate and total, as printed at the end of an invoice. */
export function Totals({ sums, currency }: { sums: InvoiceAmounts; currency: string }) {
  const { language } = useLanguage()
  const { records } = useRates()
  const money = (value: string) => formatAmount(value, currency, language)
  const taxes = sums.taxes.flatMap(({ rate, base, tax }): [string, string][] => {
    const record = rate && records.get(rate.id)
    return record ? [[screenText('tax_of', { rate: titleOf(taxRates, record), base: money(base) }), tax]] : []
  })
  const isByRate = compare(sum(taxes.map(([, tax]) => tax)), sums.tax) === 0
  const rows: [string, string, boolean?][] = [
    [screenText('goods'), sums.goods],
    ...(sums.charges.match(/[1-9]/) ? [[screenText('charges_sum'), sums.charges] as [string, string]] : []),
    [fieldLabel(invoices, 'net'), sums.net],
    ...(isByRate ? taxes : [[fieldLabel(invoices, 'tax'), sums.tax] as [string, string]]),
    [fieldLabel(invoices, 'total'), sums.total, true],
  ]
  return (
    <Box component="dl" sx={{ m: 0, ml: 'auto', maxWidth: 440, fontSize: 13 }}>
      {rows.map(([label, value, isTotal]) => (
        <Box
          key={label}
          sx={{ ...totalRow, ...(isTotal ? { fontWeight: 600, borderTop: 1, borderColor: 'divider' } : {}) }}
        >
          <Box component="dt" sx={{ color: isTotal ? 'text.primary' : 'text.secondary' }}>
            {label}
          </Box>
          <Box component="dd" className="tabular" sx={{ m: 0, whiteSpace: 'nowrap' }}>
            {money(value)}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

const totalRow = {
  display: 'flex',
  justifyContent: 'space-between',
  gap: 2,
  minHeight: 30,
  alignItems: 'center',
} as const
