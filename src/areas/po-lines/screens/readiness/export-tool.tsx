import FileDownloadRounded from '@mui/icons-material/FileDownloadRounded'
import CircularProgress from '@mui/material/CircularProgress'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useState } from 'react'
import { notifyFailure } from '#web/shell/messages/messages.ts'
import { poLines } from '../../area'
import { screenText } from '../texts'
import type { Params } from './data'

/** Downloads all matching lines as a workbook with the colours of the matrix. */
export function ExportTool({ params, total }: { params: Params; total: number }) {
  const [busy, setBusy] = useState(false)
  const label = screenText('readiness.export.title', { count: total })
  const save = async () => {
    setBusy(true)
    try {
      const { download } = await import('#web/kit/files/download.ts')
      const query = new URLSearchParams(params.map(([name, value]): [string, string] => [name, value]))
      await download(`/api/${poLines.name}/readiness/export`, 'readiness.xlsx', query)
    } catch (error) {
      notifyFailure(error)
    }
    setBusy(false)
  }
  return (
    <Tooltip title={label}>
      <span>
        <IconButton aria-label={label} disabled={busy || total === 0} onClick={() => void save()}>
          {busy ? <CircularProgress size={18} /> : <FileDownloadRounded />}
        </IconButton>
      </span>
    </Tooltip>
  )
}
