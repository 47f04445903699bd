import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { download } from '#web/kit/files/download.ts'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { useCan } from '#web/providers/can-access.tsx'
import { notifyFailure } from '#web/shell/messages/messages.ts'
import { paymentRuns as area } from '../area'
import { ConfirmDialog } from './confirm-dialog'
import { screenText } from './texts'

const files = ['pain001.xml', 'payments.csv'] as const
const labels = { 'pain001.xml': 'bank.xml', 'payments.csv': 'bank.csv' } as const

/** The files for the bank, from the release on, and importing its answer after they are sent. */
export function BankFiles({ record }: { record: OpenRecord }) {
  const mayPay = useCan(area.name, 'move:release')
  const refresh = useRefresh()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const status = String(record.status)
  if (!mayPay) return null
  const downloadFile = async (file: (typeof files)[number]) => {
    setAnchor(null)
    try {
      await download(`/api/${area.name}/${record.id}/${file}`, `${record.run_no}.${file.split('.').at(-1)}`)
    } catch (error) {
      notifyFailure(error)
    }
    // The download is recorded in the run.
    await refresh()
  }
  return (
    <>
      {['released', 'sent', 'settled'].includes(status) && Number(record.payments_qty) > 0 && (
        <>
          <Button
            variant={status === 'released' && !record.exported_at ? 'contained' : 'outlined'}
            aria-haspopup="menu"
            aria-expanded={Boolean(anchor)}
            onClick={(event) => setAnchor(event.currentTarget)}
          >
            {screenText('bank.open')}
          </Button>
          <Menu anchorEl={anchor} open={Boolean(anchor)} onClose={() => setAnchor(null)}>
            {files.map((file) => (
              <MenuItem key={file} onClick={() => void downloadFile(file)}>
                {screenText(labels[file])}
              </MenuItem>
            ))}
          </Menu>
        </>
      )}
      {status === 'sent' && (
        <Button variant="contained" onClick={() => setConfirming(true)}>
          {screenText('confirm.open')}
        </Button>
      )}
      {isConfirming && <ConfirmDialog record={record} onClose={() => setConfirming(false)} />}
    </>
  )
}
