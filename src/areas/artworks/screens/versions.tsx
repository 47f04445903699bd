import CompareRounded from '@mui/icons-material/CompareRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router'
import type { AnyRecord } from '#shared/kit/area.ts'
import { fieldLabel, format } from '#web/i18n.ts'
import { Comparison } from '#web/kit/compare/lazy-compare.tsx'
import { usePicturedFiles } from '#web/kit/files/data.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { StatusChip } from '#web/kit/page/status-chip.tsx'
import { Cover } from '#web/kit/record/cover.tsx'
import { artworks } from '../area'
import { useVersions } from './data'
import { sections } from './sections'
import { screenText } from './texts'

const isUnused = ({ status = '' }: AnyRecord) =>
  ['draft', 'in_review', 'changes_requested', 'approved'].includes(status)

/** Says on the page of a version that another one is in use, or about to be. */
export function VersionNotice({ artwork }: { artwork: AnyRecord }) {
  const later = useVersions(artwork).filter((version) => Number(version.version_no) > Number(artwork.version_no))
  const released = later.find(({ status }) => status === 'released')
  const draft = isUnused(artwork) ? undefined : later.find(isUnused)
  const shown = released ?? draft
  if (!shown) return null
  return (
    <Box
      role="status"
      sx={({ palette }) => ({
        px: 2.5,
        py: 1.25,
        borderRadius: 1,
        fontSize: 13,
        color: palette.tones.info.text,
        bgcolor: palette.tones.info.tint,
      })}
    >
      {screenText(released ? 'versions.newer' : 'versions.draft', { version: shown.version_no })}{' '}
      <Link component={RouterLink} to={`${artworks.path}/${shown.id}`} color="inherit" underline="always">
        {screenText('versions.open')}
      </Link>
    </Box>
  )
}

/** The versions of a code; any other one is compared with this. */
export function Versions({ artwork }: { artwork: AnyRecord }) {
  const versions = useVersions(artwork)
  const predecessor = versions.find(({ id }) => id === artwork.predecessor_id)
  const [compared, setCompared] = useState<number | null>(null)
  const other = versions.find(({ id }) => id === compared)
  if (versions.length === 0) return null
  return (
    <Section title={screenText('versions.title')}>
      <Box component="ol" reversed sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid' }}>
        {versions.map((version) => (
          <Box key={version.id} component="li" sx={versionRow}>
            <Cover area={artworks} id={version.id} size={40} />
            {version.id === artwork.id ? (
              <Box component="span" sx={{ fontWeight: 600 }}>
                {screenText('versions.version', { version: version.version_no })}
              </Box>
            ) : (
              <Link component={RouterLink} to={`${artworks.path}/${version.id}`} sx={{ color: 'text.primary' }}>
                {screenText('versions.version', { version: version.version_no })}
              </Link>
            )}
            <span>
              <StatusChip area={artworks} status={version.status ?? ''} />
            </span>
            <Box component="span" sx={{ fontSize: 12, color: 'text.secondary' }}>
              {version.id === artwork.id ? screenText('versions.this') : format.moment(version.updated_at)}
            </Box>
            {version.id !== artwork.id && (
              <Button
                size="small"
                startIcon={<CompareRounded />}
                aria-expanded={version.id === compared}
                onClick={() => setCompared(version.id === compared ? null : version.id)}
              >
                {screenText('versions.compare', { version: version.version_no })}
              </Button>
            )}
          </Box>
        ))}
      </Box>
      {other && <Pictures artwork={artwork} other={other} />}
      {predecessor && <Changes before={predecessor} after={artwork} />}
    </Section>
  )
}

/** The pictures of two versions, the earlier one first. */
function Pictures({ artwork, other }: { artwork: AnyRecord; other: AnyRecord }) {
  const pair = [artwork, other].sort((a, b) => Number(a.version_no) - Number(b.version_no)) as [AnyRecord, AnyRecord]
  const [before, after] = [usePicturedFiles(artworks, pair[0].id), usePicturedFiles(artworks, pair[1].id)]
  const named = ({ version_no }: AnyRecord) => screenText('versions.version', { version: version_no })
  const [left, right] = [before.pictures[0], after.pictures[0]]
  if (before.isLoading || after.isLoading) return null
  return (
    <Box sx={{ mt: 2 }}>
      {left && right ? (
        <Comparison
          before={{ src: left.preview ?? left.url, name: named(pair[0]) }}
          after={{ src: right.preview ?? right.url, name: named(pair[1]) }}
        />
      ) : (
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
          {screenText('versions.no_picture', { version: (left ? pair[1] : pair[0]).version_no })}
        </Box>
      )}
    </Box>
  )
}

/** What a version says otherwise than the one before. */
function Changes({ before, after }: { before: AnyRecord; after: AnyRecord }) {
  const changed = sections
    .flatMap(({ fields }) => fields)
    .filter((name) => name !== 'version_no' && name in after)
    .map((name) => ({ name, old: formatValue(artworks, name, before), now: formatValue(artworks, name, after) }))
    .filter(({ old, now }) => old !== now)
  return (
    <Box sx={{ mt: 2.5 }}>
      <Box component="h3" sx={{ m: 0, mb: 1, fontSize: 13, fontWeight: 600 }}>
        {screenText('versions.changed', { version: before.version_no })}
      </Box>
      {changed.length === 0 && (
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{screenText('versions.unchanged')}</Box>
      )}
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1 }}>
        {changed.map(({ name, old, now }) => (
          <Box key={name} sx={{ fontSize: 13 }}>
            <Box component="dt" sx={{ fontSize: 12, color: 'text.secondary' }}>
              {fieldLabel(artworks, name)}
            </Box>
            <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
              {old && (
                <Box component="del" sx={{ mr: 1, color: 'text.secondary' }}>
                  {old}
                </Box>
              )}
              <Box component="ins" sx={{ textDecoration: 'none' }}>
                {now || '–'}
              </Box>
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
}

const versionRow = {
  display: 'grid',
  gridTemplateColumns: { xs: '40px 1fr auto', md: '40px 120px 170px minmax(0, 1fr) auto' },
  alignItems: 'center',
  columnGap: 2,
  rowGap: 0.5,
  py: 1,
  borderBottom: 1,
  borderColor: 'divider',
  '&:last-of-type': { borderBottom: 0 },
} as const
