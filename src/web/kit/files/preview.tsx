import ChevronLeftRounded from '@mui/icons-material/ChevronLeftRounded'
import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded'
import CloseRounded from '@mui/icons-material/CloseRounded'
import DownloadRounded from '@mui/icons-material/DownloadRounded'
import OpenInNewRounded from '@mui/icons-material/OpenInNewRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import type { Attachment } from '#shared/kit/wire/attachment.ts'
import { format, t } from '#web/i18n.ts'
import { isPicture } from './data'
import { sizeText } from './file-size'
import { Tool } from './upload'

/** A picture or a paper, large; the arrow keys lead to the others of the record. */
export const Preview = ({ file, files, onShow, onClose }: Props) => {
  const titleId = useId()
  const at = files.findIndex(({ id }) => id === file.id)
  const step = (by: number) => {
    const next = files[at + by]
    if (at >= 0 && next) onShow(next)
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') step(-1)
    if (key === 'ArrowRight') step(1)
  }
  const { name, url, size, created_at, created_by } = file
  return (
    <Dialog
      open
      onClose={onClose}
      onKeyDown={onKeyDown}
      maxWidth={false}
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: { width: 1, height: 1, maxWidth: 1200, m: { xs: 0, sm: 3 }, maxHeight: { xs: 1 } } } }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, px: 2, py: 1 }}>
        <Box sx={{ flex: 1, minWidth: 160 }}>
          <Box component="h2" id={titleId} sx={{ m: 0, fontSize: 14, fontWeight: 600, overflowWrap: 'anywhere' }}>
            {name}
          </Box>
          <Box sx={{ fontSize: 12, color: 'text.secondary' }}>
            {[sizeText(size), created_by?.title ?? t('files.portal'), format.moment(created_at)].join(' · ')}
          </Box>
        </Box>
        {at >= 0 && files.length > 1 && (
          <Box sx={{ display: 'flex', alignItems: 'center', fontSize: 12, color: 'text.secondary' }}>
            <Tool label={t('files.previous')} onClick={() => step(-1)}>
              <ChevronLeftRounded />
            </Tool>
            <span className="tabular">{t('files.position', { at: at + 1, count: files.length })}</span>
            <Tool label={t('files.next')} onClick={() => step(1)}>
              <ChevronRightRounded />
            </Tool>
          </Box>
        )}
        <Button component="a" href={url} download={name} startIcon={<DownloadRounded />}>
          {t('files.download_short')}
        </Button>
        <Tool label={t('kit.close')} onClick={onClose}>
          <CloseRounded />
        </Tool>
      </Box>
      <Box sx={{ flex: 1, minHeight: 0, display: 'flex', bgcolor: 'action.hover' }}>
        {isPicture(file) ? <Picture key={file.id} file={file} /> : <Paper key={file.id} file={file} />}
      </Box>
    </Dialog>
  )
}

interface Props {
  file: Attachment
  /** All files that can be previewed, in their order. */
  files: readonly Attachment[]
  onShow: (file: Attachment) => void
  onClose: () => void
}

const Picture = ({ file: { url, name } }: { file: Attachment }) => {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <Words>{t('files.broken')}</Words>
  return (
    <Box
      component="img"
      src={url}
      alt={name}
      onError={() => setBroken(true)}
      sx={{ m: 'auto', maxWidth: 1, maxHeight: 1, objectFit: 'contain' }}
    />
  )
}

const Paper = ({ file: { url, name } }: { file: Attachment }) => {
  const address = `${url}&view=1`
  if (!navigator.pdfViewerEnabled)
    return (
      <Words>
        {t('files.no_viewer')}
        <Button component="a" href={address} target="_blank" rel="noopener" startIcon={<OpenInNewRounded />}>
          {t('files.open')}
        </Button>
      </Words>
    )
  return <Box component="iframe" src={address} title={name} sx={{ flex: 1, border: 0, bgcolor: 'background.paper' }} />
}

const Words = ({ children }: { children: ReactNode }) => (
  <Box sx={{ m: 'auto', p: 3, maxWidth: '60ch', textAlign: 'center', display: 'grid', gap: 2, justifyItems: 'center' }}>
    {children}
  </Box>
)
