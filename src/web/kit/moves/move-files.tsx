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
  /** Why it is not accepted. */
  problem?: string | undefined
  /** How much of it is sent; null before. */
  percent: number | null
}

/** The files that a move needs, of one kind: chosen, dropped or photographed here, and attached to all its records. */
export function MoveFiles({ area, kind, count, files, onChange, disabled }: MoveFilesProps) {
  const choice = useRef<HTMLInputElement>(null)
  const limits = attachmentLimits(area)
  const name = t(`files.kinds.${kind}`)
  const add = (chosen: readonly File[]) => {
    if (disabled) return
    const known = new Set(files.map(keyOf))
    const added = chosen.map((file): MoveFile => ({ file, kind, problem: problemOf(limits, file), percent: null }))
    onChange([...files, ...added.filter((file) => !known.has(keyOf(file)))])
  }
  return (
    <DropArea label={name} onFiles={add}>
      <input
        ref={choice}
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
        <Ways label={t('files.attach_kind', { kind: name })} onChoose={() => choice.current?.click()} onFiles={add} />
      </Box>
      {files.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}>
          {files.map((chosen) => (
            <Box component="li" key={keyOf(chosen)} sx={{ display: 'flex', alignItems: 'center', minHeight: 36 }}>
              <Box sx={{ flex: 1, minWidth: 0, fontSize: 13, overflowWrap: 'anywhere' }}>
                {chosen.file.name}{' '}
                <Box component="span" role="status" sx={{ color: 'text.secondary' }}>
                  {chosen.percent === null
                    ? sizeText(chosen.file.size)
                    : t('files.percent', { percent: chosen.percent })}
                </Box>
                {chosen.problem && (
                  <Box role="alert" sx={{ fontSize: 12, color: 'error.main' }}>
                    {chosen.problem}
                  </Box>
                )}
              </Box>
              {!disabled && (
                <Tool
                  label={t('files.dismiss', { name: chosen.file.name })}
                  onClick={() => onChange(files.filter((other) => other !== chosen))}
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
  /** How many records get them. */
  count: number
  files: readonly MoveFile[]
  onChange: (files: MoveFile[]) => void
  /** While they are sent. */
  disabled: boolean
}

const keyOf = ({ file }: MoveFile) => `${file.name} ${file.size} ${file.lastModified}`
