import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import type { AnyRecord } from '#shared/kit/area.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { netOf } from '#shared/trade/payment-run.ts'
import { choiceLabel, fieldLabel, format, useLanguage } from '#web/i18n.ts'
import { download } from '#web/kit/files/download.ts'
import { areaOf, recordAddress } from '#web/kit/page/area-of.ts'
import { PlainTable } from '#web/kit/page/plain-table.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { notifyFailure } from '#web/shell/messages/messages.ts'
import { paymentRuns as area } from '../area'
import { bySupplier, currencyOf, itemsOf, type StoredItem } from './items'
import { screenText } from './texts'

const itemArea = areaOf(area, 'items')
const tones: Record<StoredItem['outcome'], Tone> = {
  open: 'neutral',
  paid: 'success',
  failed: 'danger',
  withdrawn: 'neutral',
}

/** The payment to each supplier, with its invoices and notes. */
export function Payments({ record }: { record: AnyRecord }) {
  return (
    <Section title={fieldLabel(area, 'items')}>
      <Box sx={{ display: 'grid', gap: 3 }}>
        {bySupplier(itemsOf(record)).map((items) => (
          <Payment key={items[0]?.supplier.id} record={record} items={items} />
        ))}
      </Box>
    </Section>
  )
}

function Payment({ record, items }: { record: AnyRecord; items: StoredItem[] }) {
  const currency = currencyOf(record)
  const [first] = items
  if (!first) return null
  const { supplier, outcome, end_to_end_id, bank_account, bank_reference, paid_on, fault } = first
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5, mb: 0.5 }}>
        <Box component="h3" sx={{ m: 0, fontSize: 14, fontWeight: 600 }}>
          {supplier.title}
        </Box>
        <ToneChip tone={tones[outcome]}>{choiceLabel(itemArea, 'outcome', outcome)}</ToneChip>
        <Box className="tabular" sx={{ fontSize: 14, fontWeight: 600, ml: { sm: 'auto' } }}>
          {currency} {format.money(netOf(items as unknown as Record<string, unknown>[]), currency)}
        </Box>
        {outcome === 'paid' && <Remittance record={record} supplier={supplier} />}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, fontSize: 13, color: 'text.secondary', mb: 1 }}>
        {bank_account && <span>{bank_account.title}</span>}
        {end_to_end_id && <span>{end_to_end_id}</span>}
        {paid_on && (
          <span>{screenText('paid_on', { day: format.date(paid_on), reference: bank_reference ?? '' })}</span>
        )}
        {fault && (
          <Box component="span" sx={{ color: 'tones.danger.text' }}>
            {screenText('fault', { reason: fault })}
          </Box>
        )}
      </Box>
      <PlainTable label={screenText('items_of', { supplier: supplier.title })}>
        <thead>
          <tr>
            {(['invoice_id', 'invoice_type', 'due_date'] as const).map((name) => (
              <th key={name} scope="col">
                {fieldLabel(itemArea, name)}
              </th>
            ))}
            {(['open_amount', 'discount', 'pay_amount'] as const).map((name) => (
              <th key={name} scope="col" className="number">
                {fieldLabel(itemArea, name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id}>
              <Box component="th" scope="row" sx={{ fontWeight: 400 }}>
                <Link component={RouterLink} to={recordAddress(areaOf(itemArea, 'invoice_id').name, item.invoice_id)}>
                  {item.invoice.title}
                </Link>
              </Box>
              <td>{choiceLabel(itemArea, 'invoice_type', item.invoice_type)}</td>
              <Box component="td" sx={{ whiteSpace: 'nowrap' }}>
                {format.date(item.due_date)}
              </Box>
              {[item.open_amount, item.discount, item.pay_amount].map((amount, at) => (
                <td key={['open', 'discount', 'pay'][at]} className="number tabular">
                  {format.money(amount, currency)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </Box>
  )
}

/** Prints the remittance advice of a supplier. */
function Remittance({ record, supplier }: { record: AnyRecord; supplier: StoredItem['supplier'] }) {
  const { language } = useLanguage()
  return (
    <Button
      size="small"
      aria-label={screenText('remittance_of', { supplier: supplier.title })}
      onClick={() =>
        void download(
          `/api/${area.name}/${record.id}/remittance.pdf`,
          `${record.run_no}.pdf`,
          new URLSearchParams({ supplier_id: String(supplier.id), language }),
        ).catch(notifyFailure)
      }
    >
      {screenText('remittance')}
    </Button>
  )
}
