import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import type { ReactNode } from 'react'
import { t } from '#web/i18n.ts'

/** The submit button of an account form, with a spinner while the form is sent. */
export const SubmitButton = ({ ready, busy, children }: Props) => (
  <Button type="submit" variant="contained" size="large" fullWidth disabled={!ready || busy} aria-busy={busy}>
    {busy ? <CircularProgress size={20} color="inherit" aria-label={t('shell.loading')} /> : children}
  </Button>
)

interface Props {
  /** Whether the entries can be sent. */
  ready: boolean
  busy: boolean
  children: ReactNode
}
