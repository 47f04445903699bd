import CloseRounded from '@mui/icons-material/CloseRounded'
import ReplayRounded from '@mui/icons-material/ReplayRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import LinearProgress from '@mui/material/LinearProgress'
import Tooltip from '@mui/material/Tooltip'
import type { ReactNode } from 'react'
import { t } from '#web/i18n.ts'
import { sizeText } from './file-size'
import type { Upload, Uploads } from './queue'

/** A file on its way: how far it is, what is wrong with it, and a way to stop it. */
export const UploadRow = ({ upload, uploads }: { upload: Upload; uploads: Uploads }) => {
  const { id, file, progress, problem, retriable, replaces } = upload
  const { name } = file
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, py: 1, minHeight: 48 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ fontSize: 13, overflowWrap: 'anywhere' }}>
          {name}{' '}
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {[sizeText(file.size), replaces && t('files.replaces', { name: replaces.name })]
              .filter(Boolean)
              .join(' · ')}
          </Box>
        </Box>
        {problem ? (
          <Box role="alert" sx={{ fontSize: 12, color: 'error.main' }}>
            {problem}
          </Box>
        ) : (
          <LinearProgress
            variant="determinate"
            value={progress ?? 0}
            aria-label={
              progress === null ? `${name}: ${t('files.waiting')}` : t('files.uploading', { name, percent: progress })
            }
            sx={{ mt: 0.75, height: 4, borderRadius: 2 }}
          />
        )}
      </Box>
      {problem && retriable && (
        <Tool label={t('files.retry', { name })} onClick={() => uploads.retry(id)}>
          <ReplayRounded />
        </Tool>
      )}
      <Tool label={t(problem ? 'files.dismiss' : 'files.cancel', { name })} onClick={() => uploads.leave(id)}>
        <CloseRounded />
      </Tool>
    </Box>
  )
}

/** An icon button with a label for screen readers and a tooltip. */
export const Tool = ({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) => (
  <Tooltip title={label}>
    <IconButton aria-label={label} onClick={onClick}>
      {children}
    </IconButton>
  </Tooltip>
)
