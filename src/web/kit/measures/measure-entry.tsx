import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useRef, useState } from 'react'
import type { Area } from '#shared/kit/area.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { t } from '#web/i18n.ts'
import { useUnsavedGuard } from '#web/kit/form/use-unsaved-guard.ts'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { api, HttpError } from '#web/providers/http.ts'
import { notify } from '#web/shell/messages/messages.ts'
import { keyOf, lengthIn, type MeasurePoint, type Typed } from './use-measure-sheet'

/** State of measurements that are typed but not saved; they survive concurrent changes of the record. */
export const useMeasureEntry = (area: Area, record: OpenRecord, fields: readonly string[], text: Text) => {
  const [typed, setTyped] = useState<Typed>(new Map())
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isSending = useRef(false)
  const refresh = useRefresh()
  const stored = (record.measures ?? []) as MeasurePoint[]
  useUnsavedGuard(typed.size > 0)

  const type = (next: Typed) => {
    setProblem(null)
    // Values that equal the stored ones are not sent.
    const storedLengths = new Map(
      stored.flatMap((point) => fields.map((field) => [keyOf(point.id, field), lengthIn(point, field)] as const)),
    )
    setTyped(new Map([...next].filter(([key, value]) => Number(value ?? -1) !== Number(storedLengths.get(key) ?? -1))))
  }

  const save = async () => {
    if (isSending.current) return
    if (typed.size === 0) return notify({ tone: 'info', text: t('editing.nothing_to_save') })
    isSending.current = true
    setBusy(true)
    setProblem(null)
    const sent = typed
    try {
      const body = { version: record.version, measures: writtenMeasures(stored, fields, sent) }
      await api('PATCH', `${area.name}/${record.id}`, { body })
      setTyped((now) => new Map([...now].filter(([key, value]) => sent.get(key) !== value)))
      notify({ tone: 'success', text: text('measures.saved') })
      await refresh()
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      setProblem(error.statusCode === 409 ? text('measures.stale') : error.message)
      if (error.statusCode === 409) await refresh()
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }
  return { typed, type, save, isBusy, problem }
}

type Text = (key: string, params?: Record<string, unknown>) => string

/** The rows of an edit for the API: all points by id, with the typed fields. */
export const writtenMeasures = (points: readonly { id: number }[], fields: readonly string[], typed: Typed) =>
  points.map(({ id }) => ({
    id,
    ...Object.fromEntries(
      fields.flatMap((field) => {
        const value = typed.get(keyOf(id, field))
        return value === undefined ? [] : [[field, value]]
      }),
    ),
  }))

/** The number of unsaved measurements, with a button to save them. */
export const SaveMeasures = ({ entry: { typed, isBusy, problem, save }, text }: SaveProps) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
    <Button
      variant="contained"
      // Always enabled: the value of an open cell is entered by the click itself, when the cell loses the focus.
      disabled={isBusy}
      onClick={() => void save()}
      sx={{ minHeight: { xs: 44, md: 36 } }}
    >
      {text('measures.save')}
    </Button>
    <Box role="status" sx={{ fontSize: 13, color: 'text.secondary' }}>
      {isBusy ? t('kit.form.saving') : typed.size > 0 ? text('measures.unsaved', { count: typed.size }) : ''}
    </Box>
    {problem && (
      <Box role="alert" sx={{ fontSize: 13, color: 'error.main' }}>
        {problem}
      </Box>
    )}
  </Box>
)

interface SaveProps {
  entry: ReturnType<typeof useMeasureEntry>
  text: Text
}
