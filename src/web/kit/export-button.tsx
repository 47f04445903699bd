import FileDownloadRounded from '@mui/icons-material/FileDownloadRounded'
import CircularProgress from '@mui/material/CircularProgress'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useState } from 'react'
import { t } from '../i18n'
import { http } from '../providers/http'
import { notify } from '../shell/messages'
import { filterParams } from './list-address'
import type { AreaListState } from './use-area-list'

/** Downloads all that match, with the columns on show, as CSV. */
export function ExportButton({ list }: { list: AreaListState }) {
  const [busy, setBusy] = useState(false)
  const label = t('kit.list.export', { count: list.total })
  const download = async () => {
    setBusy(true)
    try {
      const { data } = await http.get<Blob>(`/api/${list.area.name}/export`, {
        params: new URLSearchParams([
          ['format', 'csv'],
          ['columns', list.columns.join(',')],
          ...filterParams(list.address),
        ]),
        responseType: 'blob',
        timeout: 0,
      })
      saveFile(data, `${list.area.name}-${new Date().toISOString().slice(0, 10)}.csv`)
    } catch (error) {
      notify({ tone: 'danger', text: error instanceof Error ? error.message : String(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Tooltip title={label}>
      <span>
        <IconButton aria-label={label} disabled={busy || list.total === 0} onClick={download}>
          {busy ? <CircularProgress size={18} /> : <FileDownloadRounded />}
        </IconButton>
      </span>
    </Tooltip>
  )
}

const saveFile = (content: Blob, name: string) => {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
