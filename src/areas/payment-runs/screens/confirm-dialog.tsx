import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useRef, useState } from 'react'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { format } from '#web/i18n.ts'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { HttpError, http } from '#web/providers/http.ts'
import { paymentRuns as area } from '../area'
import { screenText } from './texts'

interface Payment {
  end_to_end_id: string
  supplier: string
  amount: string
  result: 'paid' | 'failed' | 'waiting' | 'differs' | 'known' | 'conflict'
  bank_amount: string | null
  paid_on: string | null
  reference: string | null
  reason: string | null
}

interface Answer {
  payments: Payment[]
  unknown: string[]
  written: number
}

const tones: Record<Payment['result'], Tone> = {
  paid: 'success',
  failed: 'danger',
  waiting: 'neutral',
  differs: 'warning',
  known: 'neutral',
  conflict: 'warning',
}

/** Reads the bank's answer, previews its result for each payment, and records it. */
export function ConfirmDialog({ record, onClose }: { record: OpenRecord; onClose: () => void }) {
  const titleId = useId()
  const refresh = useRefresh()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const send = async (chosen: File, commit: boolean) => {
    setBusy(true)
    setFault(null)
    try {
      const { data } = await http.post<Answer>(`/api/${area.name}/${record.id}/confirmation`, chosen, {
        params: { commit: String(commit) },
        headers: { 'content-type': 'application/octet-stream' },
      })
      setAnswer(data)
      if (!commit) return
      onClose()
      await refresh()
    } catch (failure) {
      setAnswer(null)
      if (!(failure instanceof HttpError)) throw failure
      setFault(
        Object.values(failure.errors ?? {})
          .flat()[0]
          ?.toString() ?? failure.message,
      )
    } finally {
      setBusy(false)
    }
  }
  const news = answer?.payments.filter(({ result }) => result === 'paid' || result === 'failed').length ?? 0

  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="md">
      <DialogTitle id={titleId}>{screenText('confirm.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ fontSize: 13, mb: 2 }}>{screenText('confirm.help')}</DialogContentText>
        <input
          ref={input}
          hidden
          type="file"
          accept=".xml,.csv,.txt,application/xml,text/csv"
          aria-label={screenText('confirm.choose')}
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            if (!chosen) return
            setFile(chosen)
            setAnswer(null)
            void send(chosen, false).then(() => {
              target.value = ''
            })
          }}
        />
        <Button variant="outlined" disabled={isBusy} onClick={() => input.current?.click()}>
          {screenText('confirm.choose')}
        </Button>
        {file && <Box sx={{ mt: 1, fontSize: 13 }}>{file.name}</Box>}
        <Box sx={{ mt: 2, fontSize: 13 }} aria-live="polite">
          {fault && (
            <Box role="alert" sx={{ color: 'error.main' }}>
              {fault}
            </Box>
          )}
          {answer && <Preview answer={answer} currency={String(record.currency)} />}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{screenText('confirm.close')}</Button>
        <Button
          variant="contained"
          disabled={isBusy || !file || news === 0}
          onClick={() => file && void send(file, true)}
        >
          {screenText('confirm.commit', { count: news })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Preview({ answer: { payments, unknown }, currency }: { answer: Answer; currency: string }) {
  return (
    <>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {payments.map(({ end_to_end_id, supplier, amount, result, bank_amount, paid_on, reference, reason }) => (
          <Box
            component="li"
            key={end_to_end_id}
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              columnGap: 1.5,
              py: 1,
              borderTop: 1,
              borderColor: 'divider',
            }}
          >
            <Box sx={{ fontWeight: 500 }}>{supplier}</Box>
            <Box className="tabular">
              {currency} {format.money(amount, currency)}
            </Box>
            <ToneChip tone={tones[result]}>{screenText(`confirm.result.${result}`)}</ToneChip>
            <Box sx={{ color: 'text.secondary', flexBasis: '100%', overflowWrap: 'anywhere' }}>
              {[
                end_to_end_id,
                paid_on && format.date(paid_on),
                reference,
                reason,
                result === 'differs' &&
                  screenText('confirm.bank_amount', { amount: `${currency} ${format.money(bank_amount, currency)}` }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Box>
          </Box>
        ))}
      </Box>
      {unknown.length > 0 && (
        <Box sx={{ mt: 1, color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {screenText('confirm.unknown', { list: unknown.slice(0, 10).join(', ') })}
        </Box>
      )}
    </>
  )
}
