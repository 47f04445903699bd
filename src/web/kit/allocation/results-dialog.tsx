import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { t } from '#web/i18n.ts'
import type { LineResult } from './calls'
import { LineResults } from './line-results'

/** The results of a command that failed for some of its lines. */
export function ResultsDialog({ results, onClose }: { results: readonly LineResult[]; onClose: () => void }) {
  const titleId = useId()
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>
        {t('editing.allocation.made', { count: results.filter(({ ok }) => ok).length })}
      </DialogTitle>
      <DialogContent>
        <LineResults results={results} done />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="contained" onClick={onClose} autoFocus>
          {t('kit.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
