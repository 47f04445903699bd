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
import { maxAllocationLines, planOf } from '#shared/trade/allocation.ts'
import type { ReadinessKind } from '#shared/trade/readiness.ts'
import type { ReadinessColumn } from '#shared/trade/readiness-matrix.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { choiceLabel, t } from '#web/i18n.ts'
import type { LineResult } from '#web/kit/allocation/calls.ts'
import { LineResults } from '#web/kit/allocation/line-results.tsx'
import { Problems } from '#web/kit/form/problems.tsx'
import { areaNamed } from '#web/kit/page/area-of.ts'
import { api } from '#web/providers/http.ts'
import { freshKey } from '#web/providers/idempotency-key.ts'
import { notify } from '#web/shell/messages/messages.ts'
import { poLines } from '../../area'
import { screenText } from '../texts'
import { kindLabel } from './cell'
import { othersKinds } from './rights'

interface KindResult extends LineResult {
  kind?: ReadinessKind
  type?: string
  record?: string
}

/** Copies in requests of the allowed size. With `trial`, only returns the result that each line and kind would have. */
const copyAll = async (
  lines: readonly number[],
  trial: boolean,
  { idempotencyKey, ...options }: { signal?: AbortSignal; idempotencyKey?: string } = {},
): Promise<KindResult[]> => {
  const results: KindResult[] = []
  for (let start = 0; start < lines.length; start += maxAllocationLines) {
    const key = idempotencyKey && (start === 0 ? idempotencyKey : `${idempotencyKey}-${start}`)
    const answer = await api<{ results: KindResult[] }>('POST', `${poLines.name}/readiness/copy-last`, {
      body: { lines: lines.slice(start, start + maxAllocationLines), trial },
      ...options,
      ...(key ? { idempotencyKey: key } : {}),
    })
    results.push(...answer.results)
  }
  return results
}

/** Previews and copies the records of all kinds that lines can take from the last orders of their articles. */
export function CopyDialog({ lines: chosen, kinds, onDone, onClose }: Props) {
  const titleId = useId()
  const refresh = useRefresh()
  const key = useRef(freshKey())
  // Fixed on opening, because the matrix behind the dialog continues to update.
  const [lines] = useState(chosen)
  const [done, setDone] = useState<KindResult[] | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const trial = useQuery({
    queryKey: [poLines.name, 'copy-last', lines],
    queryFn: ({ signal }) => copyAll(lines, true, { signal }),
    // Not previewed again after copying.
    enabled: !busy && done === null,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const results = done ?? trial.data ?? []
  const fitting = results.filter(({ ok }) => ok).length
  const close = () => {
    if (done) onDone()
    onClose()
  }
  const agree = async () => {
    setBusy(true)
    setError(null)
    try {
      const answer = await copyAll(lines, false, { idempotencyKey: key.current })
      key.current = freshKey()
      await refresh()
      if (answer.every(({ ok, code }) => ok || code === 'present')) {
        notify({ tone: 'success', text: screenText('readiness.copy.done', { count: fittingIn(answer) }) })
        onDone()
        onClose()
      } else setDone(answer)
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }
  const others = othersKinds(kinds)
  return (
    <Dialog open onClose={busy ? undefined : close} fullWidth maxWidth="md" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{screenText('readiness.copy.title')}</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          <DialogContentText sx={{ fontSize: 14 }}>
            {screenText('readiness.copy.help', { count: lines.length })}
            {others.length > 0 &&
              ` ${screenText('readiness.copy.others', { kinds: others.map(kindLabel).join(t('kit.comma')) })}`}
          </DialogContentText>
          <Problems error={error ?? trial.error} lines={[]} />
          {trial.isLoading && <Box role="status">{t('kit.list.loading')}</Box>}
          {(trial.data || done) && (
            <Alert severity={fitting > 0 ? 'info' : 'warning'} variant="outlined" role="status">
              {summaryOf(results, done !== null).map((text) => (
                <div key={text}>{text}</div>
              ))}
            </Alert>
          )}
          <LineResults results={shownResults(results).map(resultLabelOf(kinds))} done={done !== null} />
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={close} disabled={busy}>
          {t(done ? 'kit.close' : 'kit.cancel')}
        </Button>
        {!done && (
          <Button variant="contained" onClick={agree} disabled={busy || fitting === 0}>
            {busy ? t('kit.working') : screenText('readiness.copy.action', { count: fitting })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

interface Props {
  lines: readonly number[]
  kinds: readonly ReadinessColumn[]
  /** Called after records were copied. */
  onDone: () => void
  onClose: () => void
}

const fittingIn = (results: readonly KindResult[]) => results.filter(({ ok }) => ok).length

/** The numbers of records that are (or would be) allocated, exist already, and are not allocated. */
const summaryOf = (results: readonly KindResult[], isDone: boolean): string[] => {
  const present = results.filter(({ code }) => code === 'present').length
  const fitting = fittingIn(results)
  const others = results.length - fitting - present
  return [
    screenText(isDone ? 'readiness.copy.done' : 'readiness.copy.will', { count: fitting }),
    ...(others > 0 ? [screenText('readiness.copy.not', { count: others })] : []),
    ...(present > 0 ? [screenText('readiness.copy.present', { count: present })] : []),
  ]
}

/** Failures first; records that existed already are only counted. */
const shownResults = (results: readonly KindResult[]) =>
  results.filter(({ code }) => code !== 'present').sort((a, b) => Number(a.ok) - Number(b.ok))

const resultLabelOf =
  (kinds: readonly ReadinessColumn[]) =>
  ({ kind, type, record, ...result }: KindResult): LineResult => ({
    ...result,
    line_title: [
      result.line_title ?? `#${result.po_line_id}`,
      // A line that does not exist has no kinds.
      result.status === 404 ? '' : kind && kindLabel(kind),
      typeLabel(kinds, kind, type),
      record,
    ]
      .filter(Boolean)
      .join(' · '),
  })

const typeLabel = (kinds: readonly ReadinessColumn[], kind?: string, type?: string) => {
  const column = kinds.find((known) => known.kind === kind)
  const by = column && planOf(areaNamed(column.area))?.typed?.by
  return column && by && type ? choiceLabel(areaNamed(column.area), by, type) : ''
}
