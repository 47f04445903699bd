import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { t } from '#web/i18n.ts'
import { HttpError } from '#web/providers/http.ts'

/** Whether an earlier attempt, whose response was lost, succeeded with other values than those sent now. */
const isAlreadyDone = (error: unknown): boolean =>
  error instanceof HttpError && error.errors?.['Idempotency-Key'] !== undefined

/**
 * The error of a request, at the top of its form or dialog: the message, errors that belong to no input (`lines`), and
 * the request id of server errors.
 */
export function Problems({ error, lines = [] }: { error?: unknown; lines?: readonly string[] }) {
  if (!error && lines.length === 0) return null
  const requestId = error instanceof HttpError && error.statusCode >= 500 ? error.requestId : undefined
  const message = isAlreadyDone(error)
    ? t('kit.form.already_done')
    : error instanceof Error
      ? error.message
      : lines.length > 0
        ? t('kit.form.please_correct')
        : ''
  return (
    <Alert severity="error" role="alert" tabIndex={-1} variant="outlined" sx={{ alignItems: 'flex-start' }}>
      {message}
      {lines.length > 0 && (
        <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </Box>
      )}
      {requestId && (
        <Box sx={{ fontSize: 12, mt: 0.5, color: 'text.secondary' }}>{t('kit.states.request', { id: requestId })}</Box>
      )}
    </Alert>
  )
}
