import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { isRecordDate } from '#shared/base/dates.ts'
import { fieldLabel, format, t } from '#web/i18n.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { api } from '#web/providers/http.ts'
import { paymentRuns as area } from '../area'
import { ItemRows } from './item-rows'
import { type Choices, type ItemFacts, type ItemRow, withChoices } from './items'
import { screenText } from './texts'

interface Proposed {
  items: (ItemFacts & { pay_amount: string; discount: string })[]
  left_out: (ItemFacts & { reason: 'no_account' | 'nothing_to_set_off' })[]
  more: boolean
}

/** Loads the due invoices in the chosen currency, once currency and dates are entered. */
export function Proposal() {
  const { setValue, getValues } = useFormContext()
  const [currency, due_until, execution_date] = useWatch({
    name: ['currency', 'due_until', 'execution_date'],
  }) as (string | null)[]
  // Incomplete dates are not queried.
  const isKnown = Boolean(currency) && [due_until, execution_date].every((day) => isRecordDate(day ?? ''))
  const query = useQuery({
    queryKey: [area.name, 'propose', currency, due_until, execution_date],
    queryFn: ({ signal }) =>
      api<Proposed>('POST', `${area.name}/propose`, { body: { currency, due_until, execution_date }, signal }),
    enabled: isKnown,
    staleTime: 15_000,
    retry: false,
  })
  const proposed = isKnown ? query.data : undefined
  const previous = useRef<Choices | null>(null)
  useEffect(() => {
    const rows: ItemRow[] = (proposed?.items ?? []).map(({ invoice, pay_amount, discount }) => ({
      invoice_id: invoice.id,
      pay_amount,
      discount,
    }))
    if (!proposed) return setValue('items', [], { shouldDirty: false })
    const chosen = () => (getValues('items') ?? []) as ItemRow[]
    // Rows before the first proposal belong to a stored draft: its exclusions and partial payments are kept.
    const draft = previous.current === null ? chosen() : []
    const choices = previous.current ?? (draft.length > 0 ? { proposed: rows, chosen: draft } : nothingChosen)
    setValue('items', withChoices(rows, choices), { shouldDirty: rows.length > 0 })
    return () => {
      previous.current = { proposed: rows, chosen: chosen() }
    }
  }, [proposed, setValue, getValues])
  if (!isKnown) return <Nothing text={screenText('proposal.first')} />
  if (query.error) return <FailedState error={query.error} onRetry={() => void query.refetch()} />
  if (!proposed)
    return (
      <Section title={screenText('proposal.title')}>
        <Skeleton variant="rounded" height={220} aria-label={t('kit.list.loading')} />
      </Section>
    )
  return (
    <>
      {proposed.items.length === 0 ? (
        <Nothing text={screenText('proposal.none')} />
      ) : (
        <ItemRows facts={proposed.items} all={proposed.items} />
      )}
      {proposed.more && <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{screenText('proposal.more')}</Box>}
      <LeftOut items={proposed.left_out} currency={currency ?? ''} />
    </>
  )
}

const nothingChosen: Choices = { proposed: [], chosen: [] }

const Nothing = ({ text }: { text: string }) => (
  <Section title={screenText('proposal.title')}>
    <EmptyState title={text} />
  </Section>
)

/** Due invoices that cannot be paid, with the reason. */
function LeftOut({ items, currency }: { items: Proposed['left_out']; currency: string }) {
  if (items.length === 0) return null
  return (
    <Section title={screenText('left_out.title')}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, fontSize: 13, display: 'grid', gap: 0.5 }}>
        {items.map(({ invoice, supplier, open_amount, due_date, reason }) => (
          <Box component="li" key={invoice.id} sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}>
            <span>
              {supplier.title} · {invoice.title}
            </span>
            <Box component="span" className="tabular" sx={{ color: 'text.secondary' }}>
              {currency} {format.money(open_amount, currency)}
              {due_date && ` · ${fieldLabel(areaOf(area, 'items'), 'due_date')} ${format.date(due_date)}`}
            </Box>
            <span>{screenText(`left_out.${reason}`)}</span>
          </Box>
        ))}
      </Box>
    </Section>
  )
}
