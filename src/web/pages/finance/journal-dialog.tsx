import FileDownloadRounded from '@mui/icons-material/FileDownloadRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { addDays, today } from '#shared/base/dates.ts'
import type { JournalBatch } from '#shared/trade/payables.ts'
import { format, t } from '#web/i18n.ts'
import { download } from '#web/kit/files/download.ts'
import { FailedState } from '#web/kit/page/states.tsx'
import { api, HttpError } from '#web/providers/http.ts'
import { notify, notifyFailure } from '#web/shell/messages/messages.ts'
import { batchesKey, useBatches } from './data'
import { DayInput } from './day-input'

/** The dialog that adds a period to a batch for the bookkeeping, and downloads existing batches. */
export function JournalDialog({ onClose }: { onClose: () => void }) {
  const titleId = useId()
  const queries = useQueryClient()
  const { data, error, refetch } = useBatches()
  const [period, setPeriod] = useState(lastMonth)
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const runBusy = async (work: () => Promise<void>) => {
    setBusy(true)
    setProblem('')
    await work().catch((failure: unknown) => {
      const [text] = failure instanceof HttpError ? Object.values(failure.errors ?? {}).flat() : []
      if (text) setProblem(String(text))
      else notifyFailure(failure)
    })
    setBusy(false)
  }
  const fetchBatch = (number: number) => save({ batch: String(number) }, `journal-${number}.csv`)
  const create = () =>
    runBusy(async () => {
      const batch = await api<JournalBatch>('POST', 'finance/journal/batches', { body: period })
      await queries.invalidateQueries({ queryKey: batchesKey })
      notify({
        tone: 'success',
        text: t('finance.journal.created', { number: batch.batch_no, rows: format.number(batch.rows_qty) }),
      })
      await fetchBatch(batch.batch_no)
    })
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('finance.journal.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ fontSize: 14, mb: 2 }}>{t('finance.journal.help')}</DialogContentText>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <DayInput
            label={t('finance.journal.from')}
            value={period.from}
            onChange={(from) => setPeriod({ ...period, from })}
          />
          <DayInput
            label={t('finance.journal.to')}
            value={period.to}
            onChange={(to) => setPeriod({ ...period, to })}
            problem={problem}
          />
        </Box>
        <Box component="h3" sx={{ mt: 3, mb: 1, fontSize: 14, fontWeight: 600 }}>
          {t('finance.journal.batches')}
        </Box>
        {error ? (
          <FailedState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Box role="status" aria-label={t('finance.journal.loading')} sx={{ minHeight: 72 }} />
        ) : data.length === 0 ? (
          <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t('finance.journal.none')}</Box>
        ) : (
          <Box component="ul" aria-label={t('finance.journal.batches')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {data.map((batch) => (
              <BatchRow
                key={batch.batch_no}
                batch={batch}
                onDownload={() => void runBusy(() => fetchBatch(batch.batch_no))}
              />
            ))}
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button
          disabled={isBusy}
          onClick={() => void runBusy(() => save(period, `journal-${period.from}-${period.to}.csv`))}
          sx={{ mr: 'auto' }}
        >
          {t('finance.journal.preview')}
        </Button>
        <Button onClick={onClose}>{t('kit.close')}</Button>
        <Button variant="contained" disabled={isBusy || !period.from || !period.to} onClick={() => void create()}>
          {t('finance.journal.create')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function BatchRow({ batch, onDownload }: { batch: JournalBatch; onDownload: () => void }) {
  const { batch_no, from_date, to_date, documents_qty, rows_qty, created_at, created_by_name } = batch
  const label = t('finance.journal.download', { number: batch_no })
  return (
    <Box
      component="li"
      sx={{ display: 'flex', alignItems: 'center', gap: 1, borderTop: 1, borderColor: 'divider', py: 0.5 }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ fontSize: 14 }}>
          {t('finance.journal.batch', {
            number: batch_no,
            from: format.date(from_date),
            to: format.date(to_date),
          })}
        </Box>
        <Box sx={{ fontSize: 12, color: 'text.secondary' }}>
          {t('finance.journal.batch_facts', {
            count: documents_qty,
            rows: format.number(rows_qty),
            by: created_by_name,
            at: format.moment(created_at),
          })}
        </Box>
      </Box>
      <Tooltip title={label}>
        <IconButton aria-label={label} onClick={onDownload}>
          <FileDownloadRounded />
        </IconButton>
      </Tooltip>
    </Box>
  )
}

const save = (params: Record<string, string>, name: string) =>
  download('/api/finance/journal.csv', name, new URLSearchParams(params))

/** The first and last date of the previous month. */
const lastMonth = () => {
  const to = addDays(`${today().slice(0, 8)}01`, -1)
  return { from: `${to.slice(0, 8)}01`, to }
}
