import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import Stack from '@mui/material/Stack'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { Area } from '#shared/kit/area.ts'
import { planOf } from '#shared/trade/allocation.ts'
import type { FillSource } from '#shared/trade/allocation-fill.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { choiceLabel, t } from '#web/i18n.ts'
import { LineResults } from '#web/kit/allocation/line-results.tsx'
import { Problems } from '#web/kit/form/problems.tsx'
import { freshKey } from '#web/providers/idempotency-key.ts'
import { notify } from '#web/shell/messages/messages.ts'
import { type CellResult, fill } from './data'
import { sourceHelp, sourceLabel } from './fill-labels'

/** Says what each empty cell would get from a source, and fills those that get something. */
export function FillDialog({ area, source, cells, onClose }: Props) {
  const titleId = useId()
  const refresh = useRefresh()
  const key = useRef(freshKey())
  const [done, setDone] = useState<CellResult[] | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const trial = useQuery({
    queryKey: [area.name, 'fill', source, cells],
    queryFn: ({ signal }) => fill(area, { source, cells, trial: true }, { signal }),
    // What has been filled would be asked about again.
    enabled: !busy && done === null,
    // What fits now is asked each time the dialog opens.
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const results = trial.data ?? []
  const fitting = results.filter(({ ok }) => ok)
  const agree = async () => {
    setBusy(true)
    setError(null)
    try {
      const chosen = fitting.flatMap(({ po_line_id, type }) => (type ? [{ line: po_line_id, type }] : []))
      const answer = await fill(area, { source, cells: chosen }, { idempotencyKey: key.current })
      key.current = freshKey()
      await refresh()
      if (answer.every(({ ok }) => ok)) {
        notify({ tone: 'success', text: t('editing.matrix.filled', { count: answer.length }) })
        onClose()
      } else setDone(answer)
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }
  const shown = (done ?? [...results].sort((a, b) => Number(a.ok) - Number(b.ok))).map((result) => ({
    ...result,
    line_title: [result.line_title, typeLabel(area, result.type), result.record].filter(Boolean).join(' · '),
  }))
  return (
    <Dialog open onClose={busy ? undefined : onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{sourceLabel(source)}</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          <DialogContentText sx={{ fontSize: 14 }}>{sourceHelp(area, source)}</DialogContentText>
          <Problems error={error ?? trial.error} lines={[]} />
          {trial.isLoading && <Box role="status">{t('kit.list.loading')}</Box>}
          {trial.data && !done && (
            <Alert severity={fitting.length > 0 ? 'info' : 'warning'} variant="outlined" role="status">
              {summaryOf(results).map((text) => (
                <div key={text}>{text}</div>
              ))}
            </Alert>
          )}
          {shown.length > 0 && <LineResults results={shown} done={done !== null} />}
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={onClose} disabled={busy}>
          {t(done ? 'kit.close' : 'kit.cancel')}
        </Button>
        {!done && (
          <Button variant="contained" onClick={agree} disabled={busy || fitting.length === 0}>
            {busy ? t('kit.working') : t('editing.matrix.fill', { count: fitting.length })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

interface Props {
  area: Area
  source: FillSource
  cells: { line: number; type: string }[]
  onClose: () => void
}

/** How many cells would be filled, how many would not, and why. */
const summaryOf = (results: readonly CellResult[]): string[] => {
  const count = (isMeant: (result: CellResult) => boolean) => results.filter(isMeant).length
  const filled = count(({ ok }) => ok)
  const ambiguous = count(({ ok, code }) => !ok && code === 'ambiguous')
  const none = count(({ ok, code }) => !ok && code === 'none')
  const refused = results.length - filled - ambiguous - none
  return [
    t('editing.matrix.will_fill', { count: filled }),
    ...(ambiguous > 0 ? [t('editing.matrix.ambiguous', { count: ambiguous })] : []),
    ...(none > 0 ? [t('editing.matrix.none', { count: none })] : []),
    ...(refused > 0 ? [t('editing.matrix.refused', { count: refused })] : []),
  ]
}

const typeLabel = (area: Area, type: string | undefined) => {
  const by = planOf(area)?.typed?.by
  return by && type ? choiceLabel(area, by, type) : ''
}
