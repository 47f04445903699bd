import FileDownloadRounded from '@mui/icons-material/FileDownloadRounded'
import CircularProgress from '@mui/material/CircularProgress'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Tooltip from '@mui/material/Tooltip'
import { useState } from 'react'
import { register } from '../../areas'
import { type Area, writtenRowsOf } from '../../shared/area'
import { t } from '../i18n'
import { fieldRights } from '../providers/permission'
import { notify } from '../shell/messages'
import { download } from './download'
import { filterParams } from './list-address'
import type { AreaListState } from './use-area-list'

/** Downloads all that match as CSV: the columns on show, every field, or every field with the rows of the documents. */
export function ExportButton({ list }: { list: AreaListState }) {
  const { area, address, columns, total } = list
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [busy, setBusy] = useState(false)
  const label = t('kit.list.export', { count: total })
  const save = async (wanted: readonly string[]) => {
    setAnchor(null)
    setBusy(true)
    try {
      const params = [['format', 'csv'], ['columns', wanted.join(',')], ...filterParams(address)]
      await download(`/api/${area.name}/export`, `${area.name}.csv`, new URLSearchParams(params as [string, string][]))
    } catch (error) {
      notify({ tone: 'danger', text: error instanceof Error ? error.message : String(error) })
    } finally {
      setBusy(false)
    }
  }
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
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem onClick={() => void save(columns)}>{t('kit.export.shown')}</MenuItem>
        <MenuItem onClick={() => void save(pathsOf(area))}>{t('kit.export.all')}</MenuItem>
        {writtenRowsOf(area).length > 0 && (
          <MenuItem onClick={() => void save(pathsOf(area, true))}>{t('kit.export.rows')}</MenuItem>
        )}
      </Menu>
    </>
  )
}

/** Every field that may be read, on request with those of the rows (of the first kind of rows where there are several). */
const pathsOf = (area: Area, rows = false, prefix = ''): string[] => {
  const { mayRead } = fieldRights()
  const [inner] = writtenRowsOf(area).filter(([name]) => mayRead(area, name))
  return [
    ...Object.keys(area.fields).filter(
      (name) => area.fields[name]?.kind !== 'rows' && name !== area.partOf?.by && mayRead(area, name),
    ),
    ...(area.lifecycle ? ['status'] : []),
  ]
    .map((name) => prefix + name)
    .concat(rows && inner ? pathsOf(register.get(inner[1].options.to ?? ''), true, `${prefix}${inner[0]}.`) : [])
}
