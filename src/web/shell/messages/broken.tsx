import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Component, type PropsWithChildren } from 'react'
import { t } from '#web/i18n.ts'
import { HttpError } from '#web/providers/http-error.ts'

/** Error boundary: replaces a page that failed to render by what happened, what to do, and the request id. */
export class Broken extends Component<PropsWithChildren, { error: unknown }> {
  override state = { error: null as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    return this.state.error === null ? this.props.children : <Failure error={this.state.error} />
  }
}

const Failure = ({ error }: { error: unknown }) => {
  const kind = isMissingChunk(error) ? 'updated' : 'broken'
  const requestId = error instanceof HttpError ? error.requestId : undefined
  return (
    <Box role="alert" sx={{ maxWidth: 480, mx: 'auto', px: 3, py: 12 }}>
      <Typography variant="h2" component="h1" gutterBottom>
        {t(`shell.errors.${kind}`)}
      </Typography>
      <Typography color="text.secondary">{t(`shell.errors.${kind}_help`)}</Typography>
      {requestId ? (
        <Typography variant="caption" component="p" color="text.secondary" sx={{ mt: 1 }}>
          {t('shell.errors.request', { id: requestId })}
        </Typography>
      ) : null}
      <Box sx={{ display: 'flex', gap: 1, mt: 3 }}>
        <Button variant="contained" onClick={() => location.reload()}>
          {t('shell.errors.reload')}
        </Button>
        <Button href="/">{t('shell.errors.back')}</Button>
      </Box>
    </Box>
  )
}

/** Whether a chunk is missing, usually because a newer version was installed. */
const isMissingChunk = (error: unknown) =>
  error instanceof Error && /dynamically imported module|module script failed|Failed to fetch/i.test(error.message)
