import CloseRounded from '@mui/icons-material/CloseRounded'
import PauseRounded from '@mui/icons-material/PauseRounded'
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded'
import ReplayRounded from '@mui/icons-material/ReplayRounded'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import { t } from '#web/i18n.ts'
import { Tool } from '#web/kit/page/tool.tsx'
import { sizeText } from './file-size'
import { isLarge, type Upload, type Uploads } from './queue'
import type { UnfinishedFile } from './unfinished'

/** A row for an upload: progress or problem, and buttons to pause, resume, retry and cancel it. */
export const UploadRow = ({ upload, uploads }: { upload: Upload; uploads: Uploads }) => {
  const { id, file, progress, problem, retriable, replaces, isPaused } = upload
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
          <>
            <LinearProgress
              variant={upload.isFinishing ? 'indeterminate' : 'determinate'}
              value={progress ?? 0}
              aria-label={labelOf(upload)}
              sx={{ mt: 0.75, height: 4, borderRadius: 2 }}
            />
            <Box className="tabular" role="status" sx={{ fontSize: 12, color: 'text.secondary', minHeight: 18 }}>
              {stateOf(upload)}
            </Box>
          </>
        )}
      </Box>
      {problem && retriable && (
        <Tool label={t('files.retry', { name })} onClick={() => uploads.retry(id)}>
          <ReplayRounded />
        </Tool>
      )}
      {!problem && isLarge(file) && !upload.isFinishing && (
        <Tool
          label={t(isPaused ? 'files.resume' : 'files.pause', { name })}
          onClick={() => (isPaused ? uploads.resume(id) : uploads.pause(id))}
        >
          {isPaused ? <PlayArrowRounded /> : <PauseRounded />}
        </Tool>
      )}
      <Tool label={t(problem ? 'files.dismiss' : 'files.cancel', { name })} onClick={() => uploads.leave(id)}>
        <CloseRounded />
      </Tool>
    </Box>
  )
}

/** A row for an interrupted upload, which resumes when the file is chosen again. */
export const UnfinishedRow = ({ file, onForget }: { file: UnfinishedFile; onForget: () => void }) => (
  <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, py: 1, minHeight: 48 }}>
    <Box sx={{ flex: 1, minWidth: 0, fontSize: 13, overflowWrap: 'anywhere' }}>
      {t('files.unfinished', { name: file.name, size: sizeText(file.size) })}
    </Box>
    <Tool label={t('files.dismiss', { name: file.name })} onClick={onForget}>
      <CloseRounded />
    </Tool>
  </Box>
)

const labelOf = ({ file: { name }, progress, isFinishing }: Upload) => {
  if (isFinishing) return t('files.finishing', { name })
  return progress === null ? `${name}: ${t('files.waiting')}` : t('files.uploading', { name, percent: progress })
}

/** The state of an upload as text. */
const stateOf = ({ file, progress, isPaused, isOffline, isFinishing }: Upload) => {
  if (isPaused) return t('files.paused', { percent: progress ?? 0 })
  if (isOffline) return t('files.offline')
  if (isFinishing) return t('files.checking')
  return progress !== null && isLarge(file) ? t('files.percent', { percent: progress }) : ''
}
