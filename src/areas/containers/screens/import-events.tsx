import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useRef, useState } from 'react'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { api, HttpError, http } from '#web/providers/http.ts'
import { freshKey } from '#web/providers/idempotency-key.ts'
import { containers as area } from '../area'
import { screenText } from './texts'

/** Events in one request. */
const maxEvents = 500
/** Refused events and unknown containers that are listed. */
const maxNamed = 20

interface ReadFile {
  events: { container_no: string }[]
  faults: { line: number; text: string }[]
  count: number
}

interface Result {
  result: 'recorded' | 'known' | 'unknown_container' | 'refused'
  message?: string
  source: string
  id: string
}

/** Imports the events of a carrier's file; events that were imported before are skipped. */
export function ImportEvents({ onClose }: { onClose: () => void }) {
  const titleId = useId()
  const refresh = useRefresh()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<ReadFile | null>(null)
  const [results, setResults] = useState<Result[] | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const work = async (run: () => Promise<void>) => {
    setBusy(true)
    setFault(null)
    try {
      await run()
    } catch (failure) {
      if (!(failure instanceof HttpError)) throw failure
      setFault(failure.message)
    } finally {
      setBusy(false)
    }
  }
  const readFile = (chosen: File) =>
    work(async () => {
      setFile(null)
      setResults(null)
      const { data } = await http.post<ReadFile>(`/api/${area.name}/events/read`, chosen, {
        headers: { 'Content-Type': 'application/octet-stream' },
      })
      setFile(data)
    })
  const send = ({ events }: ReadFile) =>
    work(async () => {
      const all: Result[] = []
      for (let start = 0; start < events.length; start += maxEvents) {
        const answer = await api<{ results: Result[] }>('POST', `${area.name}/events`, {
          body: { events: events.slice(start, start + maxEvents) },
          idempotencyKey: freshKey(),
        })
        all.push(...answer.results)
      }
      setResults(all)
      await refresh()
    })

  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{screenText('events.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ fontSize: 13, mb: 2 }}>{screenText('events.help')}</DialogContentText>
        <input
          ref={input}
          hidden
          type="file"
          accept=".csv,.tsv,.txt,.xlsx"
          aria-label={screenText('events.choose')}
          onChange={async ({ target }) => {
            const [chosen] = target.files ?? []
            if (chosen) await readFile(chosen)
            target.value = ''
          }}
        />
        <Button variant="outlined" disabled={isBusy} onClick={() => input.current?.click()}>
          {screenText(isBusy && !file ? 'events.reading' : 'events.choose')}
        </Button>
        <Box sx={{ mt: 2, fontSize: 13 }} aria-live="polite">
          {fault && <Fault text={fault} />}
          {file?.faults.map(({ line, text }) => (
            <Fault key={line} text={screenText('events.row', { row: line, why: text })} />
          ))}
          {results && <Outcome results={results} events={file?.events ?? []} />}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{screenText('events.close')}</Button>
        {!results && (
          <Button
            variant="contained"
            disabled={isBusy || !file || file.events.length === 0 || file.faults.length > 0}
            onClick={() => file && void send(file)}
          >
            {screenText('events.send', { count: file?.events.length ?? 0 })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

const Fault = ({ text }: { text: string }) => (
  <Box role="alert" sx={{ color: 'error.main' }}>
    {text}
  </Box>
)

/** The result of the import; `results` are in the order of the events. */
function Outcome({ results, events }: { results: readonly Result[]; events: ReadFile['events'] }) {
  const count = (result: Result['result']) => results.filter((entry) => entry.result === result).length
  const parts = (
    [
      ['recorded', 'recorded'],
      ['known', 'known'],
      ['unknown', 'unknown_container'],
      ['refused', 'refused'],
    ] as const
  ).filter(([, result]) => count(result) > 0)
  const unknown = new Set(
    events.flatMap(({ container_no }, at) => (results[at]?.result === 'unknown_container' ? [container_no] : [])),
  )
  return (
    <>
      <Box>{parts.map(([key, result]) => screenText(`events.${key}`, { count: count(result) })).join(' · ')}</Box>
      {unknown.size > 0 && (
        <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {screenText('events.not_here', { numbers: [...unknown].slice(0, maxNamed).join(', ') })}
        </Box>
      )}
      {results
        .filter(({ message }) => message)
        .slice(0, maxNamed)
        .map(({ source, id, message }) => (
          <Box key={`${source} ${id}`} sx={{ color: 'text.secondary' }}>
            {source} {id}: {message}
          </Box>
        ))}
    </>
  )
}
