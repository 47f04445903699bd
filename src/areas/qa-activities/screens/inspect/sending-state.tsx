import CloudDoneOutlined from '@mui/icons-material/CloudDoneOutlined'
import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined'
import CloudUploadOutlined from '@mui/icons-material/CloudUploadOutlined'
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import type { HttpError } from '#web/providers/http.ts'
import { screenText } from '../texts'
import type { Sending } from './use-inspection'

const icons = {
  sent: CloudDoneOutlined,
  waiting: CloudUploadOutlined,
  sending: CloudUploadOutlined,
  offline: CloudOffOutlined,
  conflict: ErrorOutlineRounded,
  over: ErrorOutlineRounded,
  failed: ErrorOutlineRounded,
} as const

/** Shows whether entries are sent, above content that stays visible while defects are entered. */
export function SendingState({ sending, error, onSend, children }: Props) {
  const Icon = icons[sending]
  const isHeldUp = sending === 'conflict' || sending === 'over' || sending === 'failed'
  return (
    <Box
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 2,
        display: 'grid',
        gap: 1,
        p: 1.5,
        borderRadius: 1,
        bgcolor: 'background.paper',
        boxShadow: 1,
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 36, fontSize: 13 }}>
        <Icon sx={{ fontSize: 20, color: isHeldUp ? 'tones.danger.text' : 'text.secondary' }} />
        <Box role="status" sx={{ flex: 1, color: isHeldUp ? 'tones.danger.text' : 'text.secondary' }}>
          {screenText(`inspect.${sending}`, { reason: error ? [error.message, ...reasonsOf(error)].join(' ') : '' })}
        </Box>
        {(sending === 'offline' || sending === 'failed') && (
          <Button size="small" onClick={onSend}>
            {screenText('inspect.send')}
          </Button>
        )}
      </Box>
      {children}
    </Box>
  )
}

const reasonsOf = ({ errors }: HttpError) => Object.values(errors ?? {}).flat()

interface Props {
  sending: Sending
  error: HttpError | null
  onSend: () => void
  children: ReactNode
}
