import PictureAsPdfOutlined from '@mui/icons-material/PictureAsPdfOutlined'
import PrintOutlined from '@mui/icons-material/PrintOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { download } from '#web/kit/files/download.ts'
import { RefusalDialog } from '#web/kit/sheet/refusal-dialog.tsx'
import type { HttpError } from '#web/providers/http.ts'
import { notifyFailure } from '#web/shell/messages/messages.ts'
import { screenText } from '../texts'

interface Props {
  line: number
  order: number
  /** The end of the path of its print files: `carton-mark-file`. */
  file: string
  /** PDF documents in true size, with their addresses. */
  documents: readonly { label: string; path: string; params: Record<string, string> }[]
  isComplete: boolean
}

/** Menu with PDF documents in true size, and print files of the line or its order. */
export function PrintMenu({ line, order, file, documents, isComplete }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState<Record<string, string[]> | null>(null)
  const save = async (path: string, params: Record<string, string>) => {
    setAnchor(null)
    setBusy(true)
    try {
      await download(`/api/${path}`, file, new URLSearchParams(params))
    } catch (error) {
      const { code, errors } = error as HttpError
      if (code === 'label_incomplete' && errors) setMissing(errors)
      else notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const files = (['line', 'order'] as const).flatMap((scope) =>
    (['xlsx', 'csv'] as const).map((format) => ({
      label: screenText(`cartons.of_${scope}_${format}`),
      path: scope === 'line' ? `po-lines/${line}/${file}` : `purchase-orders/${order}/${file}`,
      format,
      disabled: scope === 'line' && !isComplete,
    })),
  )
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {documents.map(({ label, path, params }) => (
        <Button
          key={path}
          variant="outlined"
          startIcon={<PictureAsPdfOutlined />}
          disabled={busy || !isComplete}
          onClick={() => void save(path, params)}
        >
          {label}
        </Button>
      ))}
      <Button
        variant="outlined"
        startIcon={<PrintOutlined />}
        disabled={busy}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {screenText('cartons.file')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {files.map(({ label, path, format, disabled }) => (
          <MenuItem key={label} disabled={disabled} onClick={() => void save(path, { format })}>
            {label}
          </MenuItem>
        ))}
      </Menu>
      {missing && (
        <RefusalDialog title={screenText('cartons.refused')} missing={missing} onClose={() => setMissing(null)} />
      )}
    </Box>
  )
}
