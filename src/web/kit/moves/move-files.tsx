import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import { useRef } from 'react'
import type { Area } from '#shared/kit/area.ts'
import { type AttachmentKind, attachmentLimits } from '#shared/kit/attachments.ts'
import { t } from '#web/i18n.ts'
import { DropArea } from '#web/kit/files/drop-area.tsx'
import { sizeText } from '#web/kit/files/file-size.ts'
import { acceptedBy, problemOf } from '#web/kit/files/queue.ts'
import { Ways } from '#web/kit/files/ways.tsx'
import { Tool } from '#web/kit/page/tool.tsx'

/** A file that goes with a move. */
export interface MoveFile {
  file: File
  kind: AttachmentKind
  /** Why the file is not accepted. */
  problem?: string | undefined
  /** Percentage that is sent; null before sending. */
  percent: number | null
}

/** Collects the files of one kind that a move requires, by file chooser, drop or camera. */
export function MoveFiles({ area, kind, count, files, onChange, disabled }: MoveFilesProps) {
  const fileInput = useRef<HTMLInputElement>(null)
  const limits = attachmentLimits(area)
  const name = t(`files.kinds.${kind}`)
  const add = (chosen: readonly File[]) => {
    if (disabled) return
    const knownKeys = new Set(files.map(keyOf))
    const added = chosen.map((file): MoveFile => ({ file, kind, problem: problemOf(limits, file), percent: null }))
    onChange([...files, ...added.filter((file) => !knownKeys.has(keyOf(file)))])
  }
  return (
    <DropArea label={name} onFiles={add}>
      <input
        ref={fileInput}
        type="file"
        multiple
        hidden
        accept={acceptedBy(limits)}
        aria-label={t('files.attach_kind', { kind: name })}
        onChange={(event) => {
          add([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 1 }}>
        <Box sx={{ flex: '1 1 200px', fontSize: 13, color: 'text.secondary' }}>
          {t(count === 1 ? 'files.for_this_record' : 'files.for_records', { kind: name, count })}
        </Box>
        <Ways
          label={t('files.attach_kind', { kind: name })}
          onChoose={() => fileInput.current?.click()}
          onFiles={add}
        />
      </Box>
      {files.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}>
          {files.map((moveFile) => (
            <Box component="li" key={keyOf(moveFile)} sx={{ display: 'flex', alignItems: 'center', minHeight: 36 }}>
              <Box sx={{ flex: 1, minWidth: 0, fontSize: 13, overflowWrap: 'anywhere' }}>
                {moveFile.file.name}{' '}
                <Box component="span" role="status" sx={{ color: 'text.secondary' }}>
                  {moveFile.percent === null
                    ? sizeText(moveFile.file.size)
                    : t('files.percent', { percent: moveFile.percent })}
                </Box>
                {moveFile.problem && (
                  <Box role="alert" sx={{ fontSize: 12, color: 'error.main' }}>
                    {moveFile.problem}
                  </Box>
                )}
              </Box>
              {!disabled && (
                <Tool
                  label={t('files.dismiss', { name: moveFile.file.name })}
                  onClick={() => onChange(files.filter((other) => other !== moveFile))}
                >
                  <CloseRounded />
                </Tool>
              )}
            </Box>
          ))}
        </Box>
      )}
    </DropArea>
  )
}

interface MoveFilesProps {
  area: Area
  kind: AttachmentKind
  /** Number of records that the files will be attached to. */
  count: number
  files: readonly MoveFile[]
  onChange: (files: MoveFile[]) => void
  /** True while the files are being sent. */
  disabled: boolean
}

const keyOf = ({ file }: MoveFile) => `${file.name} ${file.size} ${file.lastModified}`
