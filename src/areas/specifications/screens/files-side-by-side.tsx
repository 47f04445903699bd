import Box from '@mui/material/Box'
import type { AnyRecord } from '#shared/kit/area.ts'
import type { Attachment } from '#shared/kit/wire/attachment.ts'
import { t } from '#web/i18n.ts'
import { Comparison } from '#web/kit/compare/lazy-compare.tsx'
import { inSeries, useAttachments } from '#web/kit/files/data.ts'
import { specifications } from '../area'

/** The files of two versions, each next to the one that it replaces: matched by name, otherwise by kind. */
export function FilesSideBySide({ before, after }: { before: AnyRecord; after: AnyRecord }) {
  const earlier = useLatestFiles(before.id)
  const now = useLatestFiles(after.id)
  const pairs = pairsOf(earlier, now)
  if (pairs.length === 0) return null
  const version = ({ version_no }: AnyRecord) => t('areas.specifications.versions.version', { version: version_no })
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box component="h4" sx={{ m: 0, fontSize: 12, fontWeight: 600, color: 'text.secondary' }}>
        {t('areas.specifications.versions.files')}
      </Box>
      {pairs.map(([old, fresh]) =>
        old?.preview && fresh?.preview ? (
          <Comparison
            key={`${old.id} ${fresh.id}`}
            before={{ file: old, name: `${version(before)} · ${old.name}` }}
            after={{ file: fresh, name: `${version(after)} · ${fresh.name}` }}
          />
        ) : (
          <Box key={`${old?.id} ${fresh?.id}`} sx={pairStyle}>
            <FileOf label={version(before)} file={old} />
            <FileOf label={version(after)} file={fresh} />
          </Box>
        ),
      )}
    </Box>
  )
}

/** The latest version of each file of a specification. */
export const useLatestFiles = (id: number): readonly Attachment[] => {
  const { data } = useAttachments(specifications, id)
  return data ? inSeries(data).map(({ latest }) => latest) : noFiles
}
const noFiles: readonly Attachment[] = []

const pairsOf = (earlier: readonly Attachment[], now: readonly Attachment[]) => {
  const unmatched = [...earlier]
  const takeAt = (at: number) => (at < 0 ? undefined : unmatched.splice(at, 1)[0])
  const pairsByName = now.map(
    (fresh) => [takeAt(unmatched.findIndex(({ name }) => name === fresh.name)), fresh] as const,
  )
  const pairs = pairsByName.map(
    ([old, fresh]) => [old ?? takeAt(unmatched.findIndex(({ kind }) => kind === fresh.kind)), fresh] as const,
  )
  return [...pairs, ...unmatched.map((old) => [old, undefined] as const)]
}

/** A file as a preview that opens it; `label` names its version. */
export function FileOf({ label, file }: { label?: string; file: Attachment | undefined }) {
  return (
    <Box component="figure" sx={{ m: 0, minWidth: 0, display: 'grid', gap: 0.5, alignContent: 'start' }}>
      <Box component="figcaption" sx={{ fontSize: 12, color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {[label, file?.name ?? t('areas.specifications.versions.no_file')].filter(Boolean).join(' · ')}
      </Box>
      {file?.preview ? (
        <a href={file.url} target="_blank" rel="noreferrer" aria-label={file.name}>
          <Box component="img" src={file.preview} alt={file.name} loading="lazy" sx={previewStyle} />
        </a>
      ) : (
        <Box sx={[previewStyle, emptyStyle]}>{file ? file.name.split('.').at(-1)?.toUpperCase() : '–'}</Box>
      )}
    </Box>
  )
}

/** A grid of files with as many columns as fit. */
export const filesGrid = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(260px, 1fr))' },
  gap: 2,
} as const

const pairStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  gap: 2,
} as const

const previewStyle = {
  display: 'block',
  width: 1,
  minHeight: 96,
  maxHeight: 480,
  objectFit: 'contain',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'common.white',
} as const

const emptyStyle = {
  display: 'grid',
  placeItems: 'center',
  minHeight: 96,
  color: 'text.secondary',
  bgcolor: 'action.hover',
} as const
