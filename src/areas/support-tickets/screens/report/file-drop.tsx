import AttachFileRounded from '@mui/icons-material/AttachFileRounded'
import CloseRounded from '@mui/icons-material/CloseRounded'
import InsertDriveFileOutlined from '@mui/icons-material/InsertDriveFileOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useRef } from 'react'
import { t } from '#web/i18n.ts'
import { DropArea } from '#web/kit/files/drop-area.tsx'
import { type Attached, accepted, limits, sizeText } from './files'

/** Attaches files by drop or file picker; each is listed with its size, its error and a button to remove it. */
export const FileDrop = ({ list, busy, problem, onAdd, onRemove }: Props) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <DropArea label={t('members.report.files')} onFiles={busy ? undefined : onAdd}>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accepted}
        aria-label={t('members.report.choose')}
        onChange={(event) => {
          onAdd([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
        <Button
          variant="outlined"
          startIcon={<AttachFileRounded />}
          disabled={busy || list.length >= limits.files}
          onClick={() => input.current?.click()}
        >
          {t('members.report.choose')}
        </Button>
        <Box sx={{ fontSize: 12, color: 'text.secondary', flex: 1, minWidth: 200 }}>
          {t('members.report.files_help', { files: limits.files, size: limits.size / 1024 / 1024 })}
        </Box>
      </Box>
      {list.length > 0 ? (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}>
          {list.map((attached) => (
            <FileRow key={attached.id} attached={attached} busy={busy} onRemove={() => onRemove(attached.id)} />
          ))}
        </Box>
      ) : null}
      {problem ? (
        <Box role="alert" sx={{ mt: 1, fontSize: 12, color: 'error.main' }}>
          {problem}
        </Box>
      ) : null}
    </DropArea>
  )
}

interface Props {
  list: readonly Attached[]
  busy: boolean
  /** The error of the files as a whole. */
  problem: string | undefined
  onAdd: (files: File[]) => void
  onRemove: (id: number) => void
}

const FileRow = ({ attached, busy, onRemove }: { attached: Attached; busy: boolean; onRemove: () => void }) => {
  const name = t('members.report.remove', { name: attached.file.name })
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: { xs: 44, sm: 36 } }}>
      <InsertDriveFileOutlined aria-hidden sx={{ color: attached.problem ? 'error.main' : 'text.secondary' }} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ fontSize: 13, overflowWrap: 'anywhere' }}>
          {attached.file.name}{' '}
          <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
            {sizeText(attached.file.size)}
          </Box>
        </Box>
        {attached.problem ? (
          <Box role="alert" sx={{ fontSize: 12, color: 'error.main' }}>
            {attached.problem}
          </Box>
        ) : null}
      </Box>
      <Tooltip title={name}>
        <span>
          <IconButton aria-label={name} disabled={busy} onClick={onRemove}>
            <CloseRounded />
          </IconButton>
        </span>
      </Tooltip>
    </Box>
  )
}
