import Box from '@mui/material/Box'
import { addMonths, isRecordDate, today } from '#shared/base/dates.ts'
import { isOfficeRole } from '#shared/kit/roles.ts'
import { usePageSearch } from '#web/hooks/use-page-search.ts'
import { format, loadAllAreas, t, useLanguage } from '#web/i18n.ts'
import { idIn } from '#web/kit/form/record-choice.tsx'
import { Page as Frame } from '#web/kit/page/page.tsx'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { useStatement } from '#web/pages/finance/data.ts'
import { DayInput } from '#web/pages/finance/day-input.tsx'
import { DownloadMenu } from '#web/pages/finance/download-menu.tsx'
import { StatementAccount } from '#web/pages/finance/statement-account.tsx'
import { SupplierChoice } from '#web/pages/finance/supplier-choice.tsx'
import { useSession } from '#web/providers/session.ts'

/** Loads texts and fields of all areas when the page is first opened. */
export const ready = loadAllAreas

/** `/app/finance/statement`: a supplier's account over a period; agents see only that of their supplier. */
export const Page = () => {
  useLanguage()
  const [search, setSearch] = usePageSearch()
  const isOffice = isOfficeRole(useSession()?.role)
  const supplier = isOffice ? idIn(search, 'supplier_id') : null
  const period = periodIn(search)
  const isAsked = !isOffice || supplier !== null
  const params = { ...(supplier ? { supplier_id: supplier } : {}), ...period }
  const { data, error, refetch } = useStatement(isAsked ? params : null)
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
  return (
    <Frame
      title={t('finance.statement.title')}
      {...(isOffice ? { back: { to: '/app/finance', label: t('finance.overview.title') } } : {})}
      facts={
        data && (
          <span>
            {data.supplier.supplier_name} · {format.date(data.from)} – {format.date(data.to)}
          </span>
        )
      }
      actions={
        <DownloadMenu
          label={t('finance.statement.download')}
          disabled={!data || data.accounts.length === 0}
          files={[
            ...(['en', 'zh', 'both'] as const).map((language) => ({
              label: t('finance.statement.pdf', { language: t(`kit.paper.${language}`) }),
              path: '/api/finance/statement.pdf',
              name: 'statement.pdf',
              params: { ...params, language },
            })),
            ...(['xlsx', 'csv'] as const).map((kind) => ({
              label: t(`finance.statement.${kind}`),
              path: '/api/finance/statement/export',
              name: `statement.${kind}`,
              params: { ...params, format: kind },
            })),
          ]}
        />
      }
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 2 }}>
        {isOffice && <SupplierChoice chosen={supplier} onChoose={(id) => set('supplier_id', id)} />}
        <DayInput label={t('finance.statement.from')} value={period.from} onChange={(day) => set('from', day)} />
        <DayInput label={t('finance.statement.to')} value={period.to} onChange={(day) => set('to', day)} />
      </Box>
      {!isAsked ? (
        <EmptyState title={t('finance.statement.choose')} text={t('finance.statement.choose_help')} />
      ) : error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Box role="status" aria-label={t('finance.statement.loading')} sx={{ minHeight: 320 }} />
      ) : data.accounts.length === 0 ? (
        <EmptyState title={t('finance.statement.none')} />
      ) : (
        data.accounts.map((account) => (
          <StatementAccount key={account.currency} account={account} from={data.from} to={data.to} />
        ))
      )}
    </Frame>
  )
}

/** The period in the address; by default the last three months. */
const periodIn = (search: URLSearchParams): { from: string; to: string } => {
  const dayIn = (name: string) => {
    const day = search.get(name) ?? ''
    return isRecordDate(day) ? day : null
  }
  const to = dayIn('to') ?? today()
  return { from: dayIn('from') ?? addMonths(`${to.slice(0, 8)}01`, -2), to }
}
