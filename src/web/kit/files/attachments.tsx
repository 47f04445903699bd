import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { type DragEvent, lazy, Suspense, useCallback, useEffect, useId, useRef, useState } from 'react'
import type { Area } from '#shared/kit/area.ts'
import { type AttachmentKind, type AttachmentLimits, attachmentLimits } from '#shared/kit/attachments.ts'
import { rolesOf } from '#shared/kit/roles.ts'
import type { Attachment } from '#shared/kit/wire/attachment.ts'
import { OptionRow } from '#web/fields/option-row.tsx'
import { hasMouse } from '#web/hooks/pointer.ts'
import { language, t } from '#web/i18n.ts'
import { Section } from '#web/kit/page/section.tsx'
import { FailedState } from '#web/kit/page/states.tsx'
import { useCan } from '#web/providers/can-access.tsx'
import { session } from '#web/providers/session.ts'
import { inSeries, isShown, useAttachments, useAttachmentsAnswer } from './data'
import { NeededKinds } from './needed-kinds'
import { acceptedBy, type Upload, type UploadOptions, useUploads } from './queue'
import { FileRow } from './row'
import { forgetUnfinished, type UnfinishedFile, unfinishedFiles } from './unfinished'
import { UnfinishedRow, UploadRow } from './upload'
import { Ways } from './ways'

/**
 * The files of a record with their versions. Files are added by drop, paste, camera or file chooser. Required kinds
 * have a line each; if only one kind is missing, a new file gets it by default.
 */
export function Attachments({ area, id, needs = [], lacks, locked = false }: AttachmentsProps) {
  const { data, error, refetch } = useAttachments(area, id)
  const cacheFiles = useAttachmentsAnswer(area, id)
  const uploads = useUploads(area, id, cacheFiles)
  const [audience, setAudience] = useState<Attachment['visibility']>('internal')
  const [shown, setShown] = useState<number | null>(null)
  const chosenFor = useRef<UploadOptions>({})
  const fileInput = useRef<HTMLInputElement>(null)
  const house = isHouse()
  const mayAttach = useCan(area.name, 'attach') && !locked
  const limits = attachmentLimits(area)

  const unfinished = useUnfinished(area, id, mayAttach ? uploads.list : null)
  const missing = lacks ?? needs.filter((kind) => data && !data.some((file) => file.kind === kind))
  const [onlyMissing] = missing.length === 1 ? missing : []
  const add = (files: readonly File[], options: UploadOptions = {}) => {
    const kind = options.kind ?? (options.replaces ? undefined : onlyMissing)
    if (mayAttach && files.length > 0)
      uploads.add(files, !house || (lacks && kind && needs.includes(kind)) ? 'shared' : audience, {
        ...options,
        ...(kind && { kind }),
      })
  }
  const choose = (options: UploadOptions = {}) => {
    chosenFor.current = options
    if (!fileInput.current) return
    fileInput.current.multiple = !options.replaces
    fileInput.current.click()
  }
  const dropTarget = useDroppedFiles(add)
  const series = inSeries(data ?? [])
  const pages = series.map(({ latest }) => latest).filter(isShown)
  const preview = data?.find((file) => file.id === shown && isShown(file))
  return (
    <Box {...(mayAttach && dropTarget.handlers)} sx={{ position: 'relative' }}>
      <Section
        title={t('files.title')}
        help={locked ? t('files.locked_note') : undefined}
        actions={mayAttach && <Ways onChoose={() => choose()} onFiles={add} />}
      >
        <input
          ref={fileInput}
          type="file"
          multiple
          hidden
          accept={acceptedBy(limits)}
          aria-label={t('files.choose')}
          onChange={(event) => {
            add([...(event.target.files ?? [])], chosenFor.current)
            event.target.value = ''
          }}
        />
        {house && mayAttach && <Audience value={audience} onChange={setAudience} />}
        {data && needs.length > 0 && (
          <NeededKinds needs={needs} missing={missing} onChoose={mayAttach ? (kind) => choose({ kind }) : undefined} />
        )}
        {error && <FailedState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton variant="rounded" height={72} />}
        {uploads.list.length + unfinished.files.length > 0 && (
          <Box component="ul" sx={listStyle}>
            {unfinished.files.map((file) => (
              <UnfinishedRow key={file.key} file={file} onForget={() => unfinished.forget(file)} />
            ))}
            {uploads.list.map((upload) => (
              <UploadRow key={upload.id} upload={upload} uploads={uploads} />
            ))}
          </Box>
        )}
        {series.length > 0 && (
          <Box component="ul" sx={listStyle}>
            {series.map((file) => (
              <FileRow
                key={file.latest.series}
                series={file}
                house={house}
                onAnswer={cacheFiles}
                onShow={(file) => setShown(file.id)}
                onReplace={(replaces) => choose({ replaces })}
              />
            ))}
          </Box>
        )}
        {data && series.length === 0 && uploads.list.length === 0 && <NoFiles mayAttach={mayAttach} />}
        {mayAttach && (
          <Box data-screen sx={{ mt: 1.5, fontSize: 12, color: 'text.secondary' }}>
            {[
              // The help explains drop and paste, which need a mouse.
              ...(hasMouse() ? [t('files.help')] : []),
              t('files.limits', { types: acceptedTypesText(limits), size: limits.size / 1024 / 1024 }),
            ].join(language() === 'zh' ? '' : ' ')}
          </Box>
        )}
      </Section>
      {dropTarget.isOver && <DropHint />}
      {preview && (
        <Suspense>
          <Viewer file={preview} files={pages} onShow={(file) => setShown(file.id)} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </Box>
  )
}

interface AttachmentsProps {
  area: Area
  id: number
  /** Kinds of attachments that the record's next move requires. */
  needs?: readonly AttachmentKind[]
  /**
   * The missing kinds, if files of other records count too; by default the kinds that the record itself has no file of.
   * With `lacks`, files of required kinds are visible to both sides.
   */
  lacks?: readonly AttachmentKind[] | undefined
  /** Whether the record's state forbids changes of its files. */
  locked?: boolean
}

const Viewer = lazy(async () => ({ default: (await import('./viewer')).Viewer }))

/** Interrupted uploads, without those that are being resumed; none for readers who may not attach files. */
const useUnfinished = (area: Area, id: number, uploads: readonly Upload[] | null) => {
  const [forgotten, setForgotten] = useState<readonly string[]>([])
  const isUploading = ({ name, size }: UnfinishedFile) =>
    uploads?.some(({ file }) => file.name === name && file.size === size)
  return {
    files: (uploads ? unfinishedFiles(area, id) : []).filter(
      (file) => !forgotten.includes(file.key) && !isUploading(file),
    ),
    forget: (file: UnfinishedFile) => {
      forgetUnfinished(file)
      setForgotten((keys) => [...keys, file.key])
    },
  }
}

/** Whether the person belongs to the retailer and decides what suppliers see. */
const isHouse = () => {
  const role = session()?.role
  return role !== undefined && rolesOf(['group:admin']).includes(role)
}

/** Accepts files dropped on the section, or pasted while no input has the focus. */
const useDroppedFiles = (onFiles: (files: File[]) => void) => {
  const [depth, setDepth] = useState(0)
  const container = useRef<HTMLDivElement>(null)
  const latest = useRef(onFiles)
  latest.current = onFiles
  const onPaste = useCallback((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    const target = event.target as Element | null
    const isHere = target === document.body || container.current?.contains(target)
    if (files.length === 0 || !isHere || target?.closest('input, textarea, [role=dialog]')) return
    event.preventDefault()
    latest.current(files)
  }, [])
  useEffect(() => {
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [onPaste])
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  return {
    isOver: depth > 0,
    handlers: {
      ref: container,
      onDragEnter: (event: DragEvent) => hasFiles(event) && setDepth((current) => current + 1),
      onDragLeave: (event: DragEvent) => hasFiles(event) && setDepth((current) => Math.max(0, current - 1)),
      onDragOver: (event: DragEvent) => hasFiles(event) && event.preventDefault(),
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setDepth(0)
        latest.current([...event.dataTransfer.files])
      },
    },
  }
}

/** Selects the visibility of new files. */
const Audience = ({ value, onChange }: AudienceProps) => {
  const id = useId()
  return (
    <Box
      data-screen
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5, mb: 1.5 }}
    >
      <Box id={`${id}-label`} sx={{ fontSize: 13, color: 'text.secondary' }}>
        {t('files.for')}
      </Box>
      <OptionRow
        id={id}
        labelId={`${id}-label`}
        label={t('files.for')}
        options={audiences.map((audience) => ({ value: audience, label: t(`files.visibility.${audience}`) }))}
        value={[value]}
        onChange={([choice]) => choice && onChange(choice as Attachment['visibility'])}
      />
      <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{t(`files.visibility_help.${value}`)}</Box>
    </Box>
  )
}

interface AudienceProps {
  value: Attachment['visibility']
  onChange: (value: Attachment['visibility']) => void
}

const audiences: readonly Attachment['visibility'][] = ['internal', 'shared']

const NoFiles = ({ mayAttach }: { mayAttach: boolean }) => (
  <Box
    sx={({ palette }) => ({ p: 2.5, textAlign: 'center', borderRadius: 1, border: `1px dashed ${palette.divider}` })}
  >
    <Box sx={{ fontWeight: 500 }}>{t('files.none')}</Box>
    {mayAttach && <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t('files.none_help')}</Box>}
  </Box>
)

const DropHint = () => (
  <Box
    sx={({ palette }) => ({
      position: 'absolute',
      inset: 0,
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'center',
      pointerEvents: 'none',
      borderRadius: 1,
      fontWeight: 600,
      border: `2px dashed ${palette.focus}`,
      bgcolor: palette.surfaces.chosen,
    })}
  >
    {t('files.drop')}
  </Box>
)

const listStyle = { listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'divider' } } as const

/** The accepted file types as text, each named once. */
const acceptedTypesText = ({ endings }: AttachmentLimits) =>
  new Intl.ListFormat(language(), { type: 'disjunction' }).format(
    endings.filter((ending) => ending !== 'jpeg').map((ending) => (ending === 'webp' ? 'WebP' : ending.toUpperCase())),
  )
