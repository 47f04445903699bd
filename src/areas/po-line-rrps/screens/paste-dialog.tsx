import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useEffect, useId, useMemo, useState } from 'react'
import type { AnyRecord } from '#shared/kit/area.ts'
import type { BulkResult } from '#shared/kit/wire/bulk.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { format, stateLabel, t } from '#web/i18n.ts'
import { keepingEntries } from '#web/kit/form/keeps-entries.ts'
import { Problems } from '#web/kit/form/problems.tsx'
import { filterParams } from '#web/kit/list/list-address.ts'
import type { AreaListState } from '#web/kit/list/use-area-list.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { PlainTable } from '#web/kit/page/plain-table.tsx'
import { api } from '#web/providers/http.ts'
import { notify } from '#web/shell/messages/messages.ts'
import { poLineRrps } from '../area'
import { type Planned, planPaste } from './paste'
import { screenText } from './texts'

/**
 * Pastes prices from a spreadsheet, previews the match of each row, and saves the matching ones with a result for each.
 */
export function PasteDialog({ list, onClose }: { list: AreaListState; onClose: () => void }) {
  const [text, setText] = useState('')
  const [results, setResults] = useState<ReadonlyMap<number, BulkResult>>(new Map())
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const titleId = useId()
  const refresh = useRefresh()
  const rrps = useRows(list, setError)
  const planned = useMemo(() => (rrps ? planPaste(text, rrps) : []), [text, rrps])
  const ready = planned.filter(({ rrp, problem }) => rrp && !problem && !results.get(rrp.id)?.ok)
  const save = async () => {
    setBusy(true)
    setError(null)
    try {
      const answers = await enter(ready)
      setResults(new Map([...results, ...answers.map((answer) => [answer.id, answer] as const)]))
      await refresh()
      const refused = answers.some(({ ok }) => !ok) || planned.some(({ problem }) => problem && problem.key !== 'same')
      if (refused) return
      notify({ tone: 'success', text: screenText('paste.done', { count: answers.length }) })
      onClose()
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={busy ? undefined : keepingEntries(() => text !== '', onClose)}
      fullWidth
      maxWidth="md"
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId}>{screenText('paste.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Box sx={{ fontSize: 13, color: 'text.secondary', maxWidth: '72ch' }}>{screenText('paste.help')}</Box>
        <Problems error={error} />
        <TextField
          label={screenText('paste.input')}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setResults(new Map())
          }}
          multiline
          minRows={4}
          maxRows={8}
          autoFocus
          disabled={busy}
          slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: 'monospace', tabSize: 12 } } }}
        />
        <Preview planned={planned} results={results} />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap', rowGap: 1 }}>
        <Box role="status" sx={{ mr: 'auto', fontSize: 13, color: 'text.secondary' }}>
          {summary(planned, ready.length)}
        </Box>
        <Button onClick={onClose} disabled={busy}>
          {t(results.size > 0 ? 'kit.close' : 'kit.cancel')}
        </Button>
        <Button variant="contained" onClick={() => void save()} disabled={busy || ready.length === 0}>
          {busy ? t('kit.working') : screenText('paste.save', { count: ready.length })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/**
 * The selected records, or all records of the list in order, as of when the dialog opened: saving must not shift the
 * remaining rows of a pasted column.
 */
const useRows = (
  { area, address, selection }: AreaListState,
  onError: (error: unknown) => void,
): readonly AnyRecord[] | undefined => {
  const [rows, setRows] = useState(selection.rows.size > 0 && !selection.all ? [...selection.rows.values()] : undefined)
  const [query] = useState(() => filterParams(address))
  const isKnown = rows !== undefined
  useEffect(() => {
    if (isKnown) return
    const controller = new AbortController()
    listed(area.name, query, controller.signal).then(setRows, (error) => controller.signal.aborted || onError(error))
    return () => controller.abort()
  }, [area, query, isKnown, onError])
  return rows
}

const listed = async (resource: string, query: [string, string][], signal: AbortSignal) => {
  const rows: AnyRecord[] = []
  for (let start = 0; start < maxRows; start += 100) {
    const page: [string, string][] = [...query, ['_start', `${start}`], ['_end', `${start + 100}`]]
    const batch = await api<AnyRecord[]>('GET', resource, { params: page, signal })
    rows.push(...batch)
    if (batch.length < 100) break
  }
  return rows
}
const maxRows = 1000

const enter = async (ready: readonly Planned[]): Promise<BulkResult[]> => {
  const rows = ready.map(({ rrp, amount }) => ({ id: rrp?.id, version: rrp?.version, values: { amount } }))
  const { results } = await api<{ results: BulkResult[] }>('PATCH', `${poLineRrps.name}/bulk`, {
    body: { rows },
  })
  return results
}

const summary = (planned: readonly Planned[], ready: number): string => {
  if (planned.length === 0) return screenText('paste.none')
  const refused = planned.filter(({ problem }) => problem && problem.key !== 'same').length
  return [
    screenText('paste.ready', { count: ready }),
    ...(refused > 0 ? [screenText('paste.refused', { count: refused })] : []),
  ].join(' · ')
}

function Preview({ planned, results }: { planned: readonly Planned[]; results: ReadonlyMap<number, BulkResult> }) {
  if (planned.length === 0) return null
  return (
    <Box
      role="group"
      aria-label={screenText('paste.preview')}
      tabIndex={0}
      sx={{ overflow: 'auto', maxHeight: 320, border: 1, borderColor: 'divider', borderRadius: 1 }}
    >
      <PlainTable
        sx={{
          '& td:last-child': { minWidth: { xs: 120, sm: 200 } },
          '& .name': { whiteSpace: 'nowrap' },
          '& .wide': { display: { xs: 'none', sm: 'table-cell' } },
        }}
      >
        <thead>
          <tr>
            <th scope="col" className="wide">
              {screenText('paste.line')}
            </th>
            <th scope="col">{t(`areas.${poLineRrps.name}.fields.rrp_title`)}</th>
            <th scope="col" className="number wide">
              {screenText('paste.from')}
            </th>
            <th scope="col" className="number">
              {screenText('paste.to')}
            </th>
            <th scope="col">{screenText('paste.result')}</th>
          </tr>
        </thead>
        <tbody>
          {planned.map((row) => (
            <tr key={row.line}>
              <td className="tabular wide">{row.line}</td>
              <td className="name">
                {row.rrp ? String(row.rrp.rrp_title) : <Box sx={{ color: 'text.secondary' }}>{row.text}</Box>}
              </td>
              <td className="number tabular wide">
                {row.rrp ? formatValue(poLineRrps, 'amount', row.rrp) || '–' : ''}
              </td>
              <td className="number tabular">
                {row.amount ? format.money(row.amount, row.rrp?.currency as string | undefined) : ''}
              </td>
              <td>
                <Outcome row={row} result={row.rrp && results.get(row.rrp.id)} />
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </Box>
  )
}

function Outcome({ row: { problem, rrp }, result }: { row: Planned; result: BulkResult | undefined }) {
  if (result?.ok)
    return <Box sx={({ palette }) => ({ color: palette.tones.success.text })}>{screenText('paste.saved')}</Box>
  const text = result
    ? [result.message, ...Object.values(result.errors ?? {}).flat()].filter(Boolean).join(' ')
    : problem &&
      screenText(`paste.${problem.key}`, {
        ...problem.params,
        state: rrp?.status ? stateLabel(poLineRrps, rrp.status) : '',
      })
  if (!text) return null
  const isQuiet = !result && problem?.key === 'same'
  return <Box sx={{ color: isQuiet ? 'text.secondary' : 'error.main' }}>{text}</Box>
}
