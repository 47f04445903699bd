import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { today } from '#shared/base/dates.ts'
import type { Dossier } from '#shared/kit/wire/dossier.ts'
import { format, t } from '#web/i18n.ts'
import { sizeText } from '#web/kit/files/file-size.ts'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { notifyFailure } from '#web/shell/messages/messages.ts'
import { isOpen, useDossierCalls } from './data'
import { fetchDossier } from './watch'

/** A row for a dossier: its progress, or the actions on it. */
export function DossierRow({ dossier }: { dossier: Dossier }) {
  const { remove, request } = useDossierCalls()
  const { area, record_ids: ids, form, language, title, url, problem } = dossier
  const makeAgain = () => void request({ area, ids, form, language, anew: true }).catch(notifyFailure)
  return (
    <Box component="li" sx={rowStyle}>
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
          {[title, t(`dossier.page.forms.${form}`), t(`dossier.page.languages.${language}`)].join(' · ')}
        </Box>
        {isOpen(dossier) ? <Progress dossier={dossier} /> : <Outcome dossier={dossier} />}
        {problem && (
          <Alert severity={dossier.status === 'failed' ? 'error' : 'warning'} variant="outlined" sx={{ mt: 1 }}>
            {problem}
          </Alert>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: { sm: 'flex-end' } }}>
        {url && (
          <Button variant="outlined" size="small" onClick={() => fetchDossier(dossier)}>
            {t('dossier.page.download')}
          </Button>
        )}
        {!isOpen(dossier) && (
          <Button size="small" onClick={makeAgain}>
            {t('dossier.page.make_again')}
          </Button>
        )}
        <Button
          size="small"
          aria-label={isOpen(dossier) ? undefined : t('dossier.page.delete_one', { title })}
          onClick={() => void remove(dossier).catch(notifyFailure)}
        >
          {t(isOpen(dossier) ? 'dossier.page.cancel' : 'dossier.page.delete')}
        </Button>
      </Box>
    </Box>
  )
}

function Progress({ dossier: { percent, step, title } }: { dossier: Dossier }) {
  return (
    <Box sx={{ mt: 0.5 }}>
      <LinearProgress
        variant="determinate"
        value={percent}
        aria-label={title}
        sx={{ maxWidth: 320, height: 6, borderRadius: 1 }}
      />
      <Box className="tabular" role="status" sx={factsStyle}>
        {`${t(`dossier.page.steps.${step}`)} · ${percent}%`}
      </Box>
    </Box>
  )
}

function Outcome({ dossier: { gaps, size, ready_at, expires_at, status } }: { dossier: Dossier }) {
  if (status !== 'ready' || !ready_at) return null
  return (
    <Box className="tabular" sx={factsStyle}>
      {[
        t('dossier.page.at', { date: format.moment(ready_at) }),
        size === null ? '' : sizeText(size),
        expires_at ? t('dossier.page.kept', { date: format.date(today(undefined, new Date(expires_at))) }) : '',
      ]
        .filter(Boolean)
        .join(' · ')}
      {gaps > 0 && (
        <Box sx={{ mt: 0.5 }}>
          <ToneChip tone="warning">{t('dossier.page.gaps', { count: gaps })}</ToneChip>
        </Box>
      )}
    </Box>
  )
}

const factsStyle = { color: 'text.secondary', fontSize: 13 } as const

const rowStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 1fr) auto' },
  alignItems: 'center',
  gap: 1,
  py: 1.5,
  '& + &': { borderTop: 1, borderColor: 'divider' },
} as const
