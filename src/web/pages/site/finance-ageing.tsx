import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { usePageSearch } from '#web/hooks/use-page-search.ts'
import { format, loadAllAreas, t, useLanguage } from '#web/i18n.ts'
import { PortfolioNote } from '#web/kit/list/portfolio-note.tsx'
import { Page as Frame } from '#web/kit/page/page.tsx'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { type AgeingColumn, AgeingTable, ageingColumns } from '#web/pages/finance/ageing-table.tsx'
import { invoices, useAgeing } from '#web/pages/finance/data.ts'
import { DownloadMenu } from '#web/pages/finance/download-menu.tsx'
import { useSession } from '#web/providers/session.ts'

/** Loads texts and fields of all areas when the page is first opened. */
export const ready = loadAllAreas

/** `/app/finance/ageing`: what is owed to each supplier in each currency, by days past the due date. */
export const Page = () => {
  useLanguage()
  const [search, setSearch] = usePageSearch()
  const [text, setText] = useState('')
  const isConfined = Boolean(useSession()?.data.portfolio)
  const { data, error, refetch } = useAgeing()
  const by = ageingColumns.find((name) => name === search.get('sort')) ?? 'supplier'
  const sort = { by, desc: search.get('order') === 'desc' }
  const onSort = ({ by, desc }: { by: AgeingColumn; desc: boolean }) =>
    setSearch({ sort: by, order: desc ? 'desc' : 'asc' }, { replace: true })
  const searchText = text.trim().toLocaleLowerCase()
  const rows = data?.rows.filter(({ supplier_name, supplier_code }) =>
    [supplier_name, supplier_code].some((name) => name.toLocaleLowerCase().includes(searchText)),
  )
  return (
    <Frame
      title={t('finance.ageing.title')}
      back={{ to: '/app/finance', label: t('finance.overview.title') }}
      facts={
        <>
          {data && <span>{t('finance.ageing.help', { day: format.date(data.day) })}</span>}
          {isConfined && <PortfolioNote area={invoices} />}
        </>
      }
      actions={
        <DownloadMenu
          label={t('finance.ageing.export')}
          disabled={!data || data.rows.length === 0}
          files={(['xlsx', 'csv'] as const).map((kind) => ({
            label: t(`finance.statement.${kind}`),
            path: '/api/finance/ageing/export',
            name: `ageing.${kind}`,
            params: { format: kind },
          }))}
        />
      }
    >
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : !data || !rows ? (
        <Box role="status" aria-label={t('finance.overview.loading')} sx={{ minHeight: 320 }} />
      ) : data.rows.length === 0 ? (
        <EmptyState title={t('finance.ageing.none')} text={t('finance.ageing.none_help')} />
      ) : (
        <Box sx={{ bgcolor: 'background.paper', borderRadius: 1, p: { xs: 1.5, md: 2 }, minWidth: 0 }}>
          <TextField
            size="small"
            type="search"
            label={t('finance.ageing.search')}
            value={text}
            onChange={(event) => setText(event.target.value)}
            sx={{ mb: 2, width: { xs: 1, sm: 280 } }}
          />
          {rows.length === 0 ? (
            <EmptyState title={t('finance.ageing.nothing_found', { text: text.trim() })} />
          ) : (
            <AgeingTable {...data} rows={rows} sort={sort} onSort={onSort} />
          )}
        </Box>
      )}
    </Frame>
  )
}
