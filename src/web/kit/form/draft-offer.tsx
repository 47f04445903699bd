import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { format, t } from '#web/i18n.ts'
import type { Draft } from './drafts'

/** Offers to restore the draft of an earlier form of this record. */
export function DraftOffer({ draft, isOlder, onRestore, onDiscard }: Props) {
  const when = format.moment(draft.at)
  return (
    <Alert
      severity="info"
      variant="outlined"
      role="region"
      aria-label={t('editing.draft.title')}
      sx={{ alignItems: 'center', flexWrap: 'wrap', '& .MuiAlert-action': { alignItems: 'center', pt: 0 } }}
      action={
        <>
          <Button size="small" color="inherit" onClick={onDiscard}>
            {t('editing.draft.discard')}
          </Button>
          <Button size="small" variant="outlined" color="inherit" onClick={onRestore}>
            {t('editing.draft.restore')}
          </Button>
        </>
      }
    >
      {t(isOlder ? 'editing.draft.found_changed' : 'editing.draft.found', { when })}
    </Alert>
  )
}

interface Props {
  draft: Draft
  /** The record has been changed since the draft was started. */
  isOlder: boolean
  onRestore: () => void
  onDiscard: () => void
}
