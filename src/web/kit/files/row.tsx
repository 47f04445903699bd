import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined'
import DownloadRounded from '@mui/icons-material/DownloadRounded'
import FolderZipOutlined from '@mui/icons-material/FolderZipOutlined'
import ImageOutlined from '@mui/icons-material/ImageOutlined'
import MoreHorizRounded from '@mui/icons-material/MoreHorizRounded'
import PictureAsPdfOutlined from '@mui/icons-material/PictureAsPdfOutlined'
import TableChartOutlined from '@mui/icons-material/TableChartOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Tooltip from '@mui/material/Tooltip'
import { lazy, Suspense, useState } from 'react'
import type { Attachment } from '#shared/kit/wire/attachment.ts'
import { format, t } from '#web/i18n.ts'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { api } from '#web/providers/http.ts'
import { confirmDialog, notify, notifyFailure } from '#web/shell/messages/messages.ts'
import { isShown, type Series } from './data'
import { sizeText } from './file-size'

/** A row for a file: type, author, date and actions, with its earlier versions. */
export const FileRow = ({ series: { latest, earlier }, ...rest }: RowProps) => {
  const [all, setAll] = useState(false)
  return (
    <Box component="li" sx={{ py: 1 }}>
      <OneFile file={latest} several={earlier.length > 0} {...rest} />
      {earlier.length > 0 && (
        <Button size="small" aria-expanded={all} onClick={() => setAll(!all)} sx={{ ml: 6 }}>
          {t('files.earlier', { count: earlier.length })}
        </Button>
      )}
      {all && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, pl: { xs: 2, sm: 6 } }}>
          {earlier.map((file) => (
            <Box component="li" key={file.id} sx={{ py: 0.5 }}>
              <OneFile file={file} several {...rest} />
            </Box>
          ))}
        </Box>
      )}
    </Box>
  )
}

interface Common {
  /** Whether the person belongs to the retailer and sees the file's visibility. */
  house: boolean
  onShow: (file: Attachment) => void
  onReplace: (file: Attachment) => void
  onAnswer: (files: Attachment[]) => void
}
interface RowProps extends Common {
  series: Series
}

const OneFile = ({ file, several, house, ...rest }: Common & { file: Attachment; several: boolean }) => {
  const { name, size, created_at, created_by, kind, description, version_no, visibility, url, scan, pages } = file
  const isClean = scan === 'clean'
  const facts = [
    several ? t('files.version', { number: version_no }) : '',
    kind ? t(`files.kinds.${kind}`) : '',
    pages && pages > 1 ? t('files.page_count', { count: pages }) : '',
    sizeText(size),
    created_by?.title ?? t('files.portal'),
    format.moment(created_at),
  ]
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
      <Thumbnail file={file} onShow={rest.onShow} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.25 }}>
          <Link
            {...(isShown(file)
              ? { component: 'button', type: 'button', onClick: () => rest.onShow(file) }
              : isClean
                ? { href: url, download: name }
                : { component: 'span', underline: 'none' })}
            color="inherit"
            underline="hover"
            sx={{ fontSize: 14, fontWeight: 500, textAlign: 'left', overflowWrap: 'anywhere', minHeight: 24 }}
          >
            {name}
          </Link>
          <ScanState scan={scan} />
          {house && (
            <ToneChip tone={visibility === 'internal' ? 'neutral' : 'info'}>
              {t(`files.visibility.${visibility}`)}
            </ToneChip>
          )}
        </Box>
        {description && <Box sx={{ fontSize: 13, overflowWrap: 'anywhere' }}>{description}</Box>}
        {!isClean && <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{t(`files.scan_help.${scan}`)}</Box>}
        <Box className="tabular" sx={{ fontSize: 12, color: 'text.secondary' }}>
          {facts.filter(Boolean).join(' · ')}
        </Box>
      </Box>
      {isClean && (
        <Tooltip title={t('files.download', { name })}>
          <IconButton component="a" href={url} download={name} aria-label={t('files.download', { name })}>
            <DownloadRounded />
          </IconButton>
        </Tooltip>
      )}
      <More file={file} {...rest} />
    </Box>
  )
}

const Thumbnail = ({ file, onShow }: { file: Attachment; onShow: (file: Attachment) => void }) => {
  const [isBroken, setBroken] = useState(false)
  const Icon = icons[file.type] ?? DescriptionOutlined
  const content =
    file.thumb && !isBroken ? (
      <Box
        component="img"
        src={file.thumb}
        alt=""
        loading="lazy"
        onError={() => setBroken(true)}
        // Drawings may have transparent backgrounds.
        sx={{ width: 1, height: 1, objectFit: 'contain', backgroundColor: '#fff' }}
      />
    ) : (
      <Icon aria-hidden sx={{ color: 'text.secondary' }} />
    )
  if (!isShown(file)) return <Box sx={frame}>{content}</Box>
  // The file's name next to the thumbnail is the same button for keyboards.
  return (
    <ButtonBase tabIndex={-1} aria-hidden onClick={() => onShow(file)} sx={frame}>
      {content}
    </ButtonBase>
  )
}

/** The state of the virus scan, if the file cannot be opened yet. */
const ScanState = ({ scan }: Pick<Attachment, 'scan'>) =>
  scan === 'clean' ? null : <ToneChip tone={scan === 'waiting' ? 'info' : 'danger'}>{t(`files.scan.${scan}`)}</ToneChip>

const frame = {
  flex: 'none',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  width: 48,
  height: 48,
  borderRadius: 1,
  overflow: 'hidden',
  bgcolor: 'action.hover',
} as const

const icons: Record<string, typeof DescriptionOutlined> = {
  'image/jpeg': ImageOutlined,
  'image/png': ImageOutlined,
  'image/webp': ImageOutlined,
  'image/svg+xml': ImageOutlined,
  'application/zip': FolderZipOutlined,
  'application/pdf': PictureAsPdfOutlined,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': TableChartOutlined,
  'text/plain; charset=utf-8': TableChartOutlined,
}

const More = ({ file, onReplace, onAnswer }: Omit<Common, 'house' | 'onShow'> & { file: Attachment }) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isEditing, setEditing] = useState(false)
  const { id, name, visibility, may, scan } = file
  const write = async (work: () => Promise<Attachment[]>, done: string) => {
    try {
      onAnswer(await work())
      notify({ tone: 'success', text: done })
    } catch (error) {
      notifyFailure(error)
    }
  }
  const turn = visibility === 'internal' ? 'shared' : 'internal'
  const remove = async () => {
    const title = t('files.delete_title', { name })
    if (await confirmDialog({ title, body: t('files.delete_body'), confirm: t('files.delete'), danger: true }))
      await write(() => api('DELETE', `files/${id}`), t('files.deleted', { name }))
  }
  const entries = [
    may.change && { label: t('files.edit'), act: () => setEditing(true) },
    may.replace && scan !== 'refused' && { label: t('files.replace'), act: () => onReplace(file) },
    may.share &&
      scan !== 'refused' && {
        label: t(turn === 'shared' ? 'files.share' : 'files.hide'),
        act: () =>
          write(() => api('PATCH', `files/${id}`, { body: { visibility: turn } }), t(`files.now_${turn}`, { name })),
      },
    may.remove && { label: t('files.delete'), act: remove, danger: true },
  ].filter((entry) => entry !== false)
  if (entries.length === 0) return <Box sx={{ width: 36, flex: 'none' }} />
  const label = t('files.more', { name })
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={Boolean(anchor)}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <MoreHorizRounded />
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={Boolean(anchor)} onClose={() => setAnchor(null)}>
        {entries.map(({ label, act, ...entry }) => (
          <MenuItem
            key={label}
            onClick={() => {
              setAnchor(null)
              void act()
            }}
            sx={'danger' in entry ? { color: 'error.main' } : undefined}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
      {isEditing && (
        <Suspense>
          <EditFile file={file} onAnswer={onAnswer} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  )
}

const EditFile = lazy(async () => ({ default: (await import('./edit')).EditFile }))
