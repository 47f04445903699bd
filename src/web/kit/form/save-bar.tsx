import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { t } from '#web/i18n.ts'
import { isUnreachable } from '#web/providers/http.ts'

/** The sticky foot of a form: the state of saving, and the buttons to cancel and save. */
export function SaveBar({ label, state, busy, isBack, summary, onFault, onCancel }: SaveBarProps) {
  return (
    <Box
      className="no-print"
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 4,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        py: 1.5,
        bgcolor: 'background.default',
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box
        role="status"
        sx={{ flex: 1, minWidth: { xs: 120, sm: 0 }, fontSize: 13, color: onFault ? 'error.main' : 'text.secondary' }}
      >
        {state}{' '}
        {onFault && (
          <Button size="small" onClick={onFault} sx={{ my: -0.5 }}>
            {t('kit.form.to_fault')}
          </Button>
        )}
        {isBack && (
          <Button type="submit" size="small" variant="outlined" sx={{ my: -0.5 }}>
            {t('editing.connection.again')}
          </Button>
        )}
      </Box>
      {summary}
      <Box sx={{ flex: { xs: '1 0 100%', sm: 'none' }, display: 'flex', gap: 1 }}>
        <Button onClick={onCancel} disabled={busy}>
          {t('kit.cancel')}
        </Button>
        <Button
          type="submit"
          variant="contained"
          disabled={busy}
          aria-keyshortcuts="Control+S Meta+S"
          sx={{ flex: { xs: 1, sm: 'none' } }}
        >
          {busy ? t('kit.form.saving') : label}
        </Button>
      </Box>
    </Box>
  )
}
interface SaveBarProps {
  label: string
  state: string
  busy: boolean
  /** The last save failed for lack of a connection, which is available again. */
  isBack: boolean
  summary?: ReactNode
  /** Focuses the first invalid input; absent while there is none. */
  onFault?: () => void
  onCancel: () => void
}

/** The state of saving as text. */
export const formState = (busy: boolean, refusal: unknown, faults: readonly string[], isDirty: boolean): string => {
  if (busy) return t('kit.form.saving')
  if (isUnreachable(refusal)) return t('kit.form.offline')
  const [fault] = faults
  if (fault && faults.length === 1) return t('kit.form.fault', { fault })
  if (fault) return t('kit.form.faults', { count: faults.length })
  if (refusal) return t('kit.form.not_saved')
  return isDirty ? t('kit.form.unsaved') : t('kit.form.saved')
}
