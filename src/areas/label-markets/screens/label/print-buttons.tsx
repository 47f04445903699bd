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

/** Buttons for the PDF of one or all sizes, and for the print file of this line or its order. */
export function PrintButtons({ line, order, market, size, isComplete, isLoading }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState<Record<string, string[]> | null>(null)
  const save = async (path: string, params: Record<string, string>) => {
    setAnchor(null)
    setBusy(true)
    try {
      await download(`/api/${path}`, 'label', new URLSearchParams({ market, ...params }))
    } catch (error) {
      const { code, errors } = error as HttpError
      if (code === 'label_incomplete' && errors) setMissing(errors)
      else notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <Button
        variant="outlined"
        startIcon={<PictureAsPdfOutlined />}
        disabled={busy || isLoading || !isComplete}
        onClick={() => void save(`po-lines/${line}/label.pdf`, size ? { size } : {})}
      >
        {size ? screenText('label.pdf_of', { size }) : screenText('label.pdf')}
      </Button>
      <Button
        variant="outlined"
        startIcon={<PrintOutlined />}
        disabled={busy || isLoading}
        title={screenText('label.file_help')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {screenText('label.file')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {(['xlsx', 'csv'] as const).map((format) => (
          <MenuItem
            key={format}
            disabled={!isComplete}
            onClick={() => void save(`po-lines/${line}/label-file`, { format })}
          >
            {screenText(`label.file_of_line.${format}`)}
          </MenuItem>
        ))}
        {(['xlsx', 'csv'] as const).map((format) => (
          <MenuItem key={format} onClick={() => void save(`purchase-orders/${order}/label-file`, { format })}>
            {screenText(`label.file_of_order.${format}`)}
          </MenuItem>
        ))}
      </Menu>
      {missing && (
        <RefusalDialog title={screenText('label.refused')} missing={missing} onClose={() => setMissing(null)} />
      )}
    </Box>
  )
}

interface Props {
  line: number
  order: number
  market: string
  /** Null: all sizes. */
  size: string | null
  isComplete: boolean
  isLoading: boolean
}
