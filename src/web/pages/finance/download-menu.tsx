import FileDownloadRounded from '@mui/icons-material/FileDownloadRounded'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { download } from '#web/kit/files/download.ts'
import { notifyFailure } from '#web/shell/messages/messages.ts'

/** A button that offers files to download. */
export function DownloadMenu({ label, files, disabled = false }: DownloadMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isLoading, setLoading] = useState(false)
  const load = async ({ path, name, params }: DownloadableFile) => {
    setAnchor(null)
    setLoading(true)
    await download(path, name, new URLSearchParams(params)).catch(notifyFailure)
    setLoading(false)
  }
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<FileDownloadRounded />}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        loading={isLoading}
        disabled={disabled}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {label}
      </Button>
      <Menu anchorEl={anchor} open={Boolean(anchor)} onClose={() => setAnchor(null)}>
        {files.map((file) => (
          <MenuItem key={file.label} onClick={() => void load(file)}>
            {file.label}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}

interface DownloadMenuProps {
  label: string
  files: readonly DownloadableFile[]
  disabled?: boolean
}

interface DownloadableFile {
  label: string
  path: string
  /** File name if the server sends none. */
  name: string
  params: Record<string, string>
}
