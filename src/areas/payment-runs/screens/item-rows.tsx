import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import { useFormContext, useWatch } from 'react-hook-form'
import { isDecimalText } from '#shared/base/money.ts'
import { netOf } from '#shared/trade/payment-run.ts'
import { choiceLabel, fieldLabel, format } from '#web/i18n.ts'
import { Field, useFieldError } from '#web/kit/form/field.tsx'
import { useShownPath } from '#web/kit/form/form-scope.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import { paymentRuns as area } from '../area'
import { bySupplier, type ItemFacts, type ItemRow } from './items'
import { screenText } from './texts'

const itemArea = areaOf(area, 'items')

interface Props {
  facts: readonly ItemFacts[]
  /** The proposal, from which excluded invoices can be added again. */
  all?: readonly (ItemFacts & { pay_amount: string; discount: string })[]
}

const decimalIn = (value: unknown) => (typeof value === 'string' && isDecimalText(value) ? value : '0')
const sumOf = (rows: readonly ItemRow[]) => netOf(rows.map(({ pay_amount }) => ({ pay_amount: decimalIn(pay_amount) })))

/** The invoices of a run by supplier: each can be excluded or paid in part. */
export function ItemRows({ facts, all }: Props) {
  const { setValue, getValues } = useFormContext()
  const [items, currency] = useWatch({ name: ['items', 'currency'] }) as [ItemRow[] | undefined, string]
  const error = useFieldError('items')
  useShownPath('items')
  const rows = items ?? []
  const setItems = (next: ItemRow[]) => setValue('items', next, { shouldDirty: true, shouldTouch: true })
  const leaveOut = (id: number) =>
    setItems(((getValues('items') ?? []) as ItemRow[]).filter(({ invoice_id }) => invoice_id !== id))
  const takeUp = (id: number) => {
    const proposed = all?.find(({ invoice }) => invoice.id === id)
    if (proposed)
      setItems([
        ...((getValues('items') ?? []) as ItemRow[]),
        { invoice_id: id, pay_amount: proposed.pay_amount, discount: proposed.discount },
      ])
  }
  return (
    <Section
      title={all ? screenText('proposal.title') : fieldLabel(area, 'items')}
      help={screenText('proposal.help')}
      actions={
        <Box className="tabular" sx={{ fontSize: 14, fontWeight: 600 }} aria-live="polite">
          {screenText('proposal.sum', {
            amount: `${currency} ${format.money(sumOf(rows), currency)}`,
            count: rows.length,
          })}
        </Box>
      }
    >
      {error && (
        <Box role="alert" sx={{ fontSize: 13, color: 'error.main', mb: 1 }}>
          {error}
        </Box>
      )}
      {bySupplier(facts).map((supplierItems) => {
        const ofSupplier = rows.filter(({ invoice_id }) =>
          supplierItems.some(({ invoice }) => invoice.id === invoice_id),
        )
        return (
          <Box key={supplierItems[0]?.supplier.id} component="section" sx={{ '& + &': { mt: 2 } }}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, fontSize: 13, fontWeight: 600, py: 0.5 }}>
              <Box component="h3" sx={{ m: 0, fontSize: 13, flex: 1 }}>
                {supplierItems[0]?.supplier.title}
              </Box>
              <span className="tabular">
                {currency} {format.money(sumOf(ofSupplier), currency)}
              </span>
            </Box>
            {supplierItems.map((item) => {
              const index = rows.findIndex(({ invoice_id }) => invoice_id === item.invoice.id)
              return (
                <Row
                  key={item.invoice.id}
                  item={item}
                  index={index}
                  currency={currency}
                  isLast={rows.length === 1 && index === 0}
                  isFixed={!all && index < 0}
                  onToggle={() => (index < 0 ? takeUp(item.invoice.id) : leaveOut(item.invoice.id))}
                />
              )
            })}
          </Box>
        )
      })}
    </Section>
  )
}

interface RowProps {
  item: ItemFacts
  /** Its index in the form; −1 when it is excluded. */
  index: number
  currency: string
  isLast: boolean
  isFixed: boolean
  onToggle: () => void
}

function Row({
  item: { invoice, invoice_type, due_date, open_amount },
  index,
  currency,
  isLast,
  isFixed,
  onToggle,
}: RowProps) {
  const prefix = `items.${index}.`
  return (
    <Box
      role="group"
      aria-label={invoice.title}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '44px minmax(0, 1fr)', md: '44px minmax(0, 1fr) 160px 160px' },
        columnGap: 1.5,
        rowGap: 1,
        alignItems: 'start',
        borderTop: 1,
        borderColor: 'divider',
        py: 1,
      }}
    >
      <Checkbox
        checked={index >= 0}
        disabled={isLast || isFixed}
        onChange={onToggle}
        slotProps={{ input: { 'aria-label': screenText('proposal.pay', { invoice: invoice.title }) } }}
      />
      <Box sx={{ minWidth: 0, fontSize: 13, py: 1 }}>
        <Box sx={{ overflowWrap: 'anywhere', ...(index < 0 ? { color: 'text.secondary' } : { fontWeight: 500 }) }}>
          {invoice.title}
        </Box>
        <Box sx={{ color: 'text.secondary', display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}>
          <span>{choiceLabel(itemArea, 'invoice_type', invoice_type)}</span>
          {due_date && (
            <span>
              {fieldLabel(itemArea, 'due_date')} {format.date(due_date)}
            </span>
          )}
          <span className="tabular">
            {fieldLabel(itemArea, 'open_amount')} {currency} {format.money(open_amount, currency)}
          </span>
        </Box>
        {index >= 0 && <InvoiceFault index={index} />}
      </Box>
      {index >= 0 && (
        <>
          <Box sx={{ gridColumn: { xs: '2', md: 'auto' } }}>
            <Field area={itemArea} name="pay_amount" prefix={prefix} />
          </Box>
          <Box sx={{ gridColumn: { xs: '2', md: 'auto' } }}>
            <Field area={itemArea} name="discount" prefix={prefix} optional={false} />
          </Box>
        </>
      )}
    </Box>
  )
}

/** Why the invoice cannot be in the run. */
function InvoiceFault({ index }: { index: number }) {
  const path = `items.${index}.invoice_id`
  const error = useFieldError(path)
  useShownPath(path)
  return error ? (
    <Box role="alert" sx={{ color: 'error.main' }}>
      {error}
    </Box>
  ) : null
}
