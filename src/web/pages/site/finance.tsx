import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { usePageSearch } from '#web/hooks/use-page-search.ts'
import { format, loadAllAreas, t, useLanguage } from '#web/i18n.ts'
import { idIn } from '#web/kit/form/record-choice.tsx'
import { PortfolioNote } from '#web/kit/list/portfolio-note.tsx'
import { Page as Frame } from '#web/kit/page/page.tsx'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { ApprovalSection } from '#web/pages/finance/approval-section.tsx'
import { CashSection } from '#web/pages/finance/cash-section.tsx'
import { invoices, useOverview } from '#web/pages/finance/data.ts'
import { DueCards } from '#web/pages/finance/due-cards.tsx'
import { JournalDialog } from '#web/pages/finance/journal-dialog.tsx'
import { ExceptionsSection, StuckSection } from '#web/pages/finance/stuck-sections.tsx'
import { SupplierChoice } from '#web/pages/finance/supplier-choice.tsx'
import { useSession } from '#web/providers/session.ts'

/** Loads texts and fields of all areas when the page is first opened. */
export const ready = loadAllAreas

/** `/app/finance`: what is due, what is stuck and why, how long approvals take, and the cash needed by week. */
export const Page = () => {
  useLanguage()
  const [search, setSearch] = usePageSearch()
  const [isJournal, setJournal] = useState(false)
  const person = useSession()
  const supplier = idIn(search, 'supplier_id')
  const { data, error, refetch, isPlaceholderData } = useOverview(supplier)
  const set = (name: string, value: string | null) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (value) after.set(name, value)
        else after.delete(name)
        return after
      },
      { replace: true },
    )
  const isEmpty = data && data.total.count === 0 && data.stuck.every(({ count }) => count === 0)
  return (
    <Frame
      title={t('finance.overview.title')}
      facts={
        <>
          {data && (
            <span>
              {t('finance.overview.facts', {
                count: data.total.count,
                number: format.number(data.total.count),
                day: format.date(data.day),
              })}
            </span>
          )}
          {person?.data.portfolio && <PortfolioNote area={invoices} />}
        </>
      }
      actions={
        person?.role === 'admin' && (
          <Button variant="outlined" aria-haspopup="dialog" onClick={() => setJournal(true)}>
            {t('finance.journal.open')}
          </Button>
        )
      }
    >
      <SupplierChoice chosen={supplier} placeholder={t('kit.list.all')} onChoose={(id) => set('supplier_id', id)} />
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Box role="status" aria-label={t('finance.overview.loading')} sx={{ minHeight: 480 }} />
      ) : (
        <Box sx={{ display: 'grid', gap: 2, opacity: isPlaceholderData ? 0.6 : 1 }}>
          {isEmpty ? (
            <EmptyState title={t('finance.overview.none')} text={t('finance.overview.none_help')} />
          ) : (
            <>
              <DueCards due={data.due} base_currency={data.base_currency} />
              <Box
                sx={{
                  display: 'grid',
                  gap: 2,
                  alignItems: 'start',
                  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
                }}
              >
                <StuckSection stuck={data.stuck} />
                <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
                  <ExceptionsSection exceptions={data.exceptions} />
                  <ApprovalSection approval={data.approval} rate={data.rate} />
                </Box>
              </Box>
              {data.total.count > 0 && (
                <CashSection
                  weeks={data.weeks}
                  total={data.total}
                  base_currency={data.base_currency}
                  chosen={search.get('currency')}
                  onChoose={(currency) => set('currency', currency)}
                />
              )}
            </>
          )}
        </Box>
      )}
      {isJournal && <JournalDialog onClose={() => setJournal(false)} />}
    </Frame>
  )
}
