import FileDownloadRounded from '@mui/icons-material/FileDownloadRounded'
import CircularProgress from '@mui/material/CircularProgress'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { lazy, useState } from 'react'
import { loadAllAreas, t } from '#web/i18n.ts'
import { MountOnce } from '#web/loading/mount-once.tsx'
import type { AreaListState } from './use-area-list'

/** Opens the menu of columns and file formats for exporting all matching records. */
export function ExportButton({ list }: { list: AreaListState }) {
  const { total } = list
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [busy, setBusy] = useState(false)
  const label = t('kit.list.export', { count: total })
  return (
    <>
      <Tooltip title={label}>
        <span>
          <IconButton
            aria-label={label}
            aria-haspopup="menu"
            aria-expanded={anchor !== null}
            disabled={busy || total === 0}
            onClick={(event) => setAnchor(event.currentTarget)}
          >
            {busy ? <CircularProgress size={18} /> : <FileDownloadRounded />}
          </IconButton>
        </span>
      </Tooltip>
      <MountOnce when={anchor !== null}>
        <ExportMenu list={list} anchor={anchor} onClose={() => setAnchor(null)} onBusy={setBusy} />
      </MountOnce>
    </>
  )
}

const ExportMenu = lazy(async () => {
  const [{ ExportMenu: Menu }] = await Promise.all([import('./export-menu'), loadAllAreas()])
  return { default: Menu }
})
