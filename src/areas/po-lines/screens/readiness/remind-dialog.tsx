import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Stack from '@mui/material/Stack'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { ReadinessKind } from '#shared/trade/readiness.ts'
import type { ReminderResult, Reminders } from '#shared/trade/readiness-matrix.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { t } from '#web/i18n.ts'
import { LineResults } from '#web/kit/allocation/line-results.tsx'
import { Problems } from '#web/kit/form/problems.tsx'
import { api } from '#web/providers/http.ts'
import { freshKey } from '#web/providers/idempotency-key.ts'
import { notify } from '#web/shell/messages/messages.ts'
import { poLines } from '../../area'
import { screenText } from '../texts'
import { kindLabel } from './cell'

type Cells = readonly { line: number; kind: ReadinessKind }[]

const remind = (cells: Cells, more: object, options: { signal?: AbortSignal; idempotencyKey?: string }) =>
  api<Reminders>('POST', `${poLines.name}/readiness/remind`, { body: { cells, ...more }, ...options })

/** Previews the recipients of reminders for the selected cells, and sends them. */
export function RemindDialog({ cells: chosen, onDone, onClose }: Props) {
  const titleId = useId()
  const refresh = useRefresh()
  const key = useRef(freshKey())
  // Fixed on opening, because the matrix behind the dialog continues to update.
  const [cells] = useState(chosen)
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const trial = useQuery({
    queryKey: [poLines.name, 'remind', cells],
    queryFn: ({ signal }) => remind(cells, { trial: true }, { signal }),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const { recipients = [], results = [] } = trial.data ?? {}
  const refused = results.filter(({ ok }) => !ok)
  const count = results.length - refused.length
  const agree = async () => {
    setBusy(true)
    setError(null)
    try {
      const answer = await remind(cells, {}, { idempotencyKey: key.current })
      await refresh()
      notify({
        tone: 'success',
        text: screenText('readiness.remind.sent', { count: answer.results.filter(({ ok }) => ok).length }),
      })
      onDone()
      onClose()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={busy ? undefined : onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{screenText('readiness.remind.title')}</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          <Problems error={error ?? trial.error} lines={[]} />
          {trial.isLoading && <Box role="status">{t('kit.list.loading')}</Box>}
          {trial.data && (
            <Alert severity={count > 0 ? 'info' : 'warning'} variant="outlined" role="status">
              {screenText('readiness.remind.will', { count })}
            </Alert>
          )}
          {recipients.map(({ supplier, people, cells }) => (
            <Box key={supplier.id} component="section" aria-label={supplier.title} sx={{ fontSize: 13 }}>
              <Box sx={{ fontWeight: 600 }}>
                {screenText('readiness.of_kind', { kind: supplier.title, count: cells })}
              </Box>
              <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', color: 'text.secondary' }}>
                {people.map(({ name, email }) => (
                  <Box component="li" key={email} sx={{ overflowWrap: 'anywhere' }}>
                    {name} · {email}
                  </Box>
                ))}
              </Box>
            </Box>
          ))}
          {refused.length > 0 && <LineResults results={refused.map(resultLabel)} />}
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={onClose} disabled={busy}>
          {t('kit.cancel')}
        </Button>
        <Button variant="contained" onClick={agree} disabled={busy || count === 0}>
          {busy ? t('kit.working') : screenText('readiness.remind.action')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface Props {
  cells: Cells
  onDone: () => void
  onClose: () => void
}

const resultLabel = (result: ReminderResult) => ({
  ...result,
  line_title: [result.line_title ?? `#${result.po_line_id}`, kindLabel(result.kind as ReadinessKind)].join(' · '),
})
