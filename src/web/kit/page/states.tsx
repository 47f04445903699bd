import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { t } from '#web/i18n.ts'
import { HttpError } from '#web/providers/http.ts'

/** An empty state: title, explanation, and the next step as children. */
export function EmptyState({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        flex: 1,
        flexDirection: 'column',
        alignItems: 'center',
        justifyContent: 'center',
        gap: 1,
        height: '100%',
        minHeight: 200,
        p: 3,
        textAlign: 'center',
      }}
    >
      <Box component="p" sx={{ m: 0, fontSize: 16, fontWeight: 600 }}>
        {title}
      </Box>
      {text && <Box sx={{ color: 'text.secondary', maxWidth: '60ch' }}>{text}</Box>}
      {children && (
        <Box sx={{ display: 'flex', gap: 1, mt: 1, flexWrap: 'wrap', justifyContent: 'center' }}>{children}</Box>
      )}
    </Box>
  )
}

/** A failed request: the message, a retry button, and the request id for support. */
export function FailedState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const requestId = error instanceof HttpError ? error.requestId : undefined
  return (
    <Box role="alert">
      <EmptyState
        title={t('kit.states.failed')}
        text={[error instanceof Error ? error.message : '', requestId ? t('kit.states.request', { id: requestId }) : '']
          .filter(Boolean)
          .join(' ')}
      >
        <Button variant="outlined" onClick={onRetry}>
          {t('kit.states.retry')}
        </Button>
      </EmptyState>
    </Box>
  )
}
