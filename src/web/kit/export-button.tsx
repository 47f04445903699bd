import FileDownloadRounded from '@mui/icons-material/FileDownloadRounded'
import CircularProgress from '@mui/material/CircularProgress'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useState } from 'react'
import { t } from '../i18n'
import { notify } from '../shell/messages'
import { download } from './download'
import { filterParams } from './list-address'
import type { AreaListState } from './use-area-list'

/** Downloads all that match, with the columns on show, as CSV. */
export function ExportButton({ list }: { list: AreaListState }) {
  const [busy, setBusy] = useState(false)
  const label = t('kit.list.export', { count: list.total })
  const save = async () => {
    setBusy(true)
    try {
      await download(
        `/api/${list.area.name}/export`,
        `${list.area.name}.csv`,
        new URLSearchParams([['format', 'csv'], ['columns', list.columns.join(',')], ...filterParams(list.address)]),
      )
    } catch (error) {
      notify({ tone: 'danger', text: error instanceof Error ? error.message : String(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Tooltip title={label}>
      <span>
        <IconButton aria-label={label} disabled={busy || list.total === 0} onClick={() => void save()}>
          {busy ? <CircularProgress size={18} /> : <FileDownloadRounded />}
        </IconButton>
      </span>
    </Tooltip>
  )
}
