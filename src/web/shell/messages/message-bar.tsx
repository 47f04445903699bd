import CheckCircleRounded from '@mui/icons-material/CheckCircleRounded'
import CloseRounded from '@mui/icons-material/CloseRounded'
import ErrorRounded from '@mui/icons-material/ErrorRounded'
import InfoRounded from '@mui/icons-material/InfoRounded'
import WarningRounded from '@mui/icons-material/WarningRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useEffect, useState } from 'react'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { t } from '#web/i18n.ts'
import { dismiss, type Message, useMessage } from './messages'

/** Milliseconds for which a message is shown (specification, section 9). */
export const messageTime = 6000

/**
 * Shows one message at a time, top centre; it stays while the pointer or the focus is on it. Both live regions are
 * rendered from the start, because otherwise screen readers miss the first message.
 */
export const MessageBar = () => {
  const message = useMessage()
  const urgent = message?.tone === 'danger' || message?.tone === 'warning'
  return (
    <Box
      sx={{
        position: 'fixed',
        top: 12,
        left: 0,
        right: 0,
        zIndex: 'snackbar',
        display: 'grid',
        justifyItems: 'center',
        px: 1.5,
        pointerEvents: 'none',
      }}
    >
      <div role="status">{message && !urgent ? <Bar key={message.shown} message={message} /> : null}</div>
      <div role="alert">{message && urgent ? <Bar key={message.shown} message={message} /> : null}</div>
    </Box>
  )
}

const Bar = ({ message }: { message: Message }) => {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismiss(), messageTime)
    return () => clearTimeout(timer)
  }, [held])
  const Icon = icons[message.tone]
  const { action } = message
  return (
    <Box
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      sx={({ palette }) => ({
        display: 'flex',
        alignItems: 'center',
        gap: 1.25,
        minHeight: 44,
        maxWidth: 560,
        pl: 1.75,
        pr: 0.75,
        py: 0.5,
        borderRadius: 1,
        border: `1px solid ${palette.tones[message.tone].line}`,
        backgroundColor: palette.tones[message.tone].tint,
        color: palette.tones[message.tone].text,
        pointerEvents: 'auto',
        animation: 'arrive 160ms ease-out',
        '@keyframes arrive': { from: { transform: 'translateY(-12px)', opacity: 0 } },
      })}
    >
      <Icon aria-hidden />
      <Box component="span" sx={{ py: 0.75, overflowWrap: 'anywhere' }}>
        {message.text}
      </Box>
      {action ? (
        <Button
          size="small"
          color="inherit"
          sx={{ flexShrink: 0 }}
          onClick={() => {
            dismiss()
            action.run()
          }}
        >
          {action.label}
        </Button>
      ) : null}
      <IconButton size="small" color="inherit" aria-label={t('shell.message.close')} onClick={() => dismiss()}>
        <CloseRounded fontSize="small" />
      </IconButton>
    </Box>
  )
}

const icons: Record<Tone, typeof InfoRounded> = {
  neutral: InfoRounded,
  info: InfoRounded,
  success: CheckCircleRounded,
  warning: WarningRounded,
  danger: ErrorRounded,
}
