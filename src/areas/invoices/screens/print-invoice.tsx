import PrintOutlined from '@mui/icons-material/PrintOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import GlobalStyles from '@mui/material/GlobalStyles'
import Link from '@mui/material/Link'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { createPortal } from 'react-dom'
import { Link as RouterLink } from 'react-router'
import type { AnyRecord } from '#shared/kit/area.ts'
import type { Paper } from '#shared/kit/paper.ts'
import { type InvoiceForm, invoiceForms } from '#shared/trade/invoice-paper.ts'
import { usePageSearch } from '#web/hooks/use-page-search.ts'
import { language, useLanguage } from '#web/i18n.ts'
import { download } from '#web/kit/files/download.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { PaperContent, paperStyle } from '#web/kit/page/paper-content.tsx'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { StatusChip } from '#web/kit/page/status-chip.tsx'
import { api } from '#web/providers/http.ts'
import { notifyFailure } from '#web/shell/messages/messages.ts'
import { invoices as area } from '../area'
import { screenText } from './texts'

/** `/pages/invoices/<form>?id=`: an invoice in print layout; without an id, a choice of the latest invoices. */
export function PrintInvoice({ form }: { form: InvoiceForm }) {
  useLanguage()
  const [search] = usePageSearch()
  const id = Number(search.get('id'))
  return Number.isInteger(id) && id > 0 ? <Printed form={form} id={id} /> : <Chooser form={form} />
}

const tongues = ['en', 'zh', 'both'] as const

function Printed({ form, id }: { form: InvoiceForm; id: number }) {
  const [search, setSearch] = usePageSearch()
  const languageId = useId()
  const requestedLanguage = search.get('language')
  const tongue = tongues.find((option) => option === requestedLanguage) ?? language()
  const { data, error, refetch } = useQuery({
    queryKey: [area.name, 'paper', form, id, tongue],
    queryFn: ({ signal }) =>
      api<{ paper: Paper }>('GET', `${area.name}/${id}/paper`, { params: { form, language: tongue }, signal }),
    retry: false,
  })
  const fetchFile = (name: string) =>
    void download(`/api/${area.name}/${id}/${name}`, name, new URLSearchParams(languageOf(name, tongue))).catch(
      notifyFailure,
    )
  const paper = data?.paper
  return (
    <Page
      title={paper?.title ?? screenText(`paper.${form}`)}
      back={{ to: `${area.path}/${id}`, label: screenText('paper.back') }}
      actions={
        <>
          <TextField
            select
            size="small"
            id={languageId}
            label={screenText('paper.language')}
            value={tongue}
            onChange={({ target }) => setSearch({ id: String(id), language: target.value }, { replace: true })}
            sx={{ minWidth: 150 }}
          >
            {tongues.map((option) => (
              <MenuItem key={option} value={option}>
                {screenText(`paper.in.${option}`)}
              </MenuItem>
            ))}
          </TextField>
          <Button variant="contained" startIcon={<PrintOutlined />} disabled={!paper} onClick={() => print()}>
            {screenText('paper.print')}
          </Button>
          {files(form).map(({ name, label }) => (
            <Button key={name} variant="outlined" disabled={!paper} onClick={() => fetchFile(name)}>
              {screenText(`paper.file.${label}`)}
            </Button>
          ))}
          <Forms form={form} id={id} />
        </>
      }
    >
      {error && !paper ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : paper ? (
        <PrintedSheet paper={paper} />
      ) : (
        <Box role="status" sx={{ minHeight: 400 }} />
      )}
    </Page>
  )
}

const files = (form: InvoiceForm) =>
  [
    { name: `${form}.pdf`, label: 'pdf' },
    { name: 'factur-x.pdf', label: 'factur_x' },
    { name: 'ubl.xml', label: 'ubl' },
    { name: 'cii.xml', label: 'cii' },
  ] as const

const languageOf = (name: string, tongue: string): Record<string, string> =>
  name.endsWith('.pdf') ? { language: tongue } : {}

/** The sheet on screen, and a copy for printing without the rest of the page. */
function PrintedSheet({ paper }: { paper: Paper }) {
  return (
    <>
      <GlobalStyles styles={{ ...paperStyle, '@media screen': { '.paper': { display: 'none' } }, ...sheetStyle }} />
      <Box
        component="article"
        className={`sheet ${paper.look ?? ''}`}
        lang={paper.language}
        aria-label={paper.title}
        tabIndex={0}
        sx={sheetBox}
      >
        <PaperContent paper={paper} level={2} />
      </Box>
      {createPortal(
        <div className={`paper ${paper.look ?? ''}`} lang={paper.language}>
          <PaperContent paper={paper} />
        </div>,
        document.body,
      )}
    </>
  )
}

const sheetBox = {
  ...{ overflowX: 'auto', p: { xs: 2, sm: '12mm' }, maxWidth: '210mm', boxSizing: 'border-box' },
  ...{ bgcolor: '#fff', color: '#000', border: '1px solid #bbb' },
} as const

/** Shows the printed sheet on screen: white in every theme. */
const sheetStyle = {
  ...Object.fromEntries(
    Object.entries(paperStyle['@media print'])
      .filter(([selector]) => selector.startsWith('.paper'))
      .map(([selector, style]) => [selector.replaceAll('.paper', '.sheet'), style]),
  ),
}

const Forms = ({ form, id }: { form: InvoiceForm; id?: number }) =>
  invoiceForms
    .filter((other) => other !== form)
    .map((other) => (
      <Button key={other} component={RouterLink} to={`/pages/invoices/${other}${id ? `?id=${id}` : ''}`}>
        {screenText(`paper.${other}`)}
      </Button>
    ))

/** The latest invoices in the user's scope. */
function Chooser({ form }: { form: InvoiceForm }) {
  const { data, error, refetch } = useQuery({
    queryKey: [area.name, 'latest'],
    queryFn: ({ signal }) =>
      api<AnyRecord[]>('GET', area.name, { params: { _start: '0', _end: '25', _sort: 'id', _order: 'desc' }, signal }),
  })
  return (
    <Page
      title={screenText(`paper.${form}`)}
      back={{ to: area.path ?? '/', label: screenText('paper.to_list') }}
      actions={<Forms form={form} />}
      fit="form"
    >
      {error && !data ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data?.length === 0 ? (
        <EmptyState title={screenText('paper.none')} />
      ) : (
        <>
          <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{screenText('paper.choose')}</Box>
          <Box component="ul" sx={latestList}>
            {(data ?? []).map((record) => (
              <Box component="li" key={record.id} sx={latestRow}>
                <Link component={RouterLink} to={`?id=${record.id}`} sx={{ py: 1 }}>
                  {formatValue(area, 'invoice_no', record)}
                </Link>
                <Box sx={{ fontSize: 13 }}>{formatValue(area, 'supplier_id', record)}</Box>
                <Box sx={{ fontSize: 13, fontVariantNumeric: 'tabular-nums', textAlign: { sm: 'right' } }}>
                  {formatValue(area, 'total', record)}
                </Box>
                <Box>
                  <StatusChip area={area} status={String(record.status)} />
                </Box>
              </Box>
            ))}
          </Box>
        </>
      )}
    </Page>
  )
}

/** Columns are aligned over all rows; two per line on phones. */
const latestList = {
  ...{ m: 0, p: 0, listStyle: 'none', bgcolor: 'background.paper', borderRadius: 1 },
  ...{ display: 'grid', columnGap: 3, gridTemplateColumns: { xs: '1fr auto', sm: '1fr 1fr auto auto' } },
} as const
const latestRow = {
  ...{ display: 'grid', gridColumn: '1 / -1', gridTemplateColumns: 'subgrid' },
  ...{ alignItems: 'center', px: 1.5, py: { xs: 0.5, sm: 0 }, minHeight: 44 },
  '& + &': { borderTop: '1px solid', borderColor: 'divider' },
} as const
