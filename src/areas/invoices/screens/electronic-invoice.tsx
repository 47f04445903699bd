import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useIsLeft } from '#web/hooks/use-is-left.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { DropArea } from '#web/kit/files/drop-area.tsx'
import { HttpError, http } from '#web/providers/http.ts'
import { notify } from '#web/shell/messages/messages.ts'
import { invoices as area } from '../area'
import { type EInvoiceChoice, type EInvoicePreview, PreviewOf } from './electronic-preview'
import { screenText } from './texts'

/** Reads a supplier's electronic invoice, previews the resulting invoice, and creates a draft of it. */
export function ElectronicInvoice({ file: dropped, onClose }: { file: File | null; onClose: () => void }) {
  const titleId = useId()
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const isLeft = useIsLeft()
  const refresh = useRefresh()
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const [file, setFile] = useState<File | null>(dropped)
  const [choice, setChoice] = useState<EInvoiceChoice>({})
  const [preview, setPreview] = useState<EInvoicePreview | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    if (!file) return
    const controller = new AbortController()
    setBusy(true)
    setFault(null)
    send(file, { ...choice, commit: 'false' }, controller.signal)
      .then(setPreview, (error: unknown) => {
        if (controller.signal.aborted) return
        setPreview(null)
        setFault(messageOf(error))
      })
      .finally(() => {
        if (!controller.signal.aborted) setBusy(false)
      })
    return () => controller.abort()
  }, [file, choice])

  const readFile = (chosen: File | undefined) => {
    if (!chosen) return
    setPreview(null)
    setChoice({})
    setFile(chosen)
  }
  const commit = async () => {
    if (!file) return
    setBusy(true)
    setFault(null)
    try {
      const { id, invoice_no } = await send(file, { ...choice, commit: 'true' })
      await refresh()
      notify({ tone: 'success', text: screenText('e_invoice.drafted', { name: invoice_no }) })
      if (!isLeft()) navigate(`${area.path}/${id}`)
    } catch (error) {
      setFault(messageOf(error))
      setBusy(false)
    }
  }

  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="md" fullScreen={isPhone}>
      <DialogTitle id={titleId}>{screenText('e_invoice.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ fontSize: 13, mb: 1.5 }}>{screenText('e_invoice.help')}</DialogContentText>
        <input
          ref={input}
          hidden
          type="file"
          accept=".xml,.pdf,application/xml,text/xml,application/pdf"
          aria-label={screenText('e_invoice.choose')}
          onChange={({ target }) => {
            readFile(target.files?.[0])
            target.value = ''
          }}
        />
        <DropArea label={screenText('e_invoice.drop')} onFiles={([first]) => readFile(first)}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
            <Button variant="outlined" onClick={() => input.current?.click()} sx={{ minHeight: { xs: 44, sm: 36 } }}>
              {screenText('e_invoice.choose')}
            </Button>
            <Box sx={{ fontSize: 13, color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {file ? file.name : screenText('e_invoice.drop')}
            </Box>
          </Box>
        </DropArea>
        <Box aria-live="polite" sx={{ mt: 1.5, display: 'grid', gap: 1.5 }}>
          {fault && <Alert severity="error">{fault}</Alert>}
          {isBusy && !preview && <Box sx={{ fontSize: 13 }}>{screenText('e_invoice.reading')}</Box>}
          {preview && <PreviewOf preview={preview} choice={choice} onChoice={setChoice} />}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{screenText('e_invoice.close')}</Button>
        <Button variant="contained" disabled={isBusy || !preview?.possible} onClick={() => void commit()}>
          {screenText('e_invoice.commit')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const send = async (file: File, params: Record<string, string>, signal?: AbortSignal) => {
  const { data } = await http.post<EInvoicePreview>(`/api/${area.name}/e-invoice`, file, {
    params: new URLSearchParams({ file_name: file.name, ...params }),
    headers: { 'content-type': 'application/octet-stream' },
    ...(signal && { signal }),
  })
  return data
}

const messageOf = (error: unknown) => (error instanceof HttpError ? error.message : screenText('e_invoice.failed'))
