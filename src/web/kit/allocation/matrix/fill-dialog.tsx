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

/** Shows by a trial what each empty cell would get from a source, and fills the cells that get something. */
export function FillDialog({ area, source, cells, onClose }: Props) {
  const titleId = useId()
  const refresh = useRefresh()
  const key = useRef(freshKey())
  const [finalResults, setFinalResults] = useState<CellResult[] | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const trial = useQuery({
    queryKey: [area.name, 'fill', source, cells],
    queryFn: ({ signal }) => fill(area, { source, cells, trial: true }, { signal }),
    // A refresh after filling must not send the trial again.
    enabled: !isBusy && finalResults === null,
    // Every time the dialog is opened a new trial is sent.
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const results = trial.data ?? []
  const fitting = results.filter(({ ok }) => ok)
  const fillCells = async () => {
    setBusy(true)
    setError(null)
    try {
      const fittingCells = fitting.flatMap(({ po_line_id, type }) => (type ? [{ line: po_line_id, type }] : []))
      const filledCells = await fill(area, { source, cells: fittingCells }, { idempotencyKey: key.current })
      key.current = freshKey()
      await refresh()
      if (filledCells.every(({ ok }) => ok)) {
        notify({ tone: 'success', text: t('editing.matrix.filled', { count: filledCells.length }) })
        onClose()
      } else setFinalResults(filledCells)
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }
  const shownResults = (finalResults ?? [...results].sort((a, b) => Number(a.ok) - Number(b.ok))).map((result) => ({
    ...result,
    line_title: [result.line_title, typeLabel(area, result.type), result.record].filter(Boolean).join(' · '),
  }))
  return (
    <Dialog open onClose={isBusy ? undefined : onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{sourceLabel(source)}</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          <DialogContentText sx={{ fontSize: 14 }}>{sourceHelp(area, source)}</DialogContentText>
          <Problems error={error ?? trial.error} lines={[]} />
          {trial.isLoading && <Box role="status">{t('kit.list.loading')}</Box>}
          {trial.data && !finalResults && (
            <Alert severity={fitting.length > 0 ? 'info' : 'warning'} variant="outlined" role="status">
              {summaryOf(results).map((text) => (
                <div key={text}>{text}</div>
              ))}
            </Alert>
          )}
          {shownResults.length > 0 && <LineResults results={shownResults} done={finalResults !== null} />}
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={onClose} disabled={isBusy}>
          {t(finalResults ? 'kit.close' : 'kit.cancel')}
        </Button>
        {!finalResults && (
          <Button variant="contained" onClick={fillCells} disabled={isBusy || fitting.length === 0}>
            {isBusy ? t('kit.working') : t('editing.matrix.fill', { count: fitting.length })}
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

/** The number of cells by outcome as texts. */
const summaryOf = (results: readonly CellResult[]): string[] => {
  const count = (isCounted: (result: CellResult) => boolean) => results.filter(isCounted).length
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
